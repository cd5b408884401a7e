package io.deskmeter.controller.web.event;

import io.deskmeter.controller.fleet.AgentView;
import io.deskmeter.controller.request.Caller;
import io.deskmeter.controller.web.machine.InstallationsController;
import io.deskmeter.controller.web.run.RunSummary;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** Events of the whole controller. */
@RestController
@RequestMapping("/api/v1")
class EventsController {
    private final ListEventStreams lists;

    EventsController(ListEventStreams lists) {
        this.lists = lists;
    }

    /**
     * The complete lists of runs, agents and installations, as events of these names: all at once, then each when it
     * has changed.
     */
    @ApiResponse(
            responseCode = "200",
            description =
                    "Events \"runs\" with a list of RunSummary, \"agents\" with a list of Agent and \"installations\" with an InstallationList.",
            content =
                    @Content(
                            mediaType = MediaType.TEXT_EVENT_STREAM_VALUE,
                            schema =
                                    @Schema(
                                            oneOf = {
                                                RunSummary[].class,
                                                AgentView[].class,
                                                InstallationsController.InstallationList.class
                                            })))
    @GetMapping(path = "/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    SseEmitter events(HttpServletRequest request) {
        return lists.subscribe(Caller.of(request));
    }
}
