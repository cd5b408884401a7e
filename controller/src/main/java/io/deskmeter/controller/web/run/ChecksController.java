package io.deskmeter.controller.web.run;

import io.deskmeter.controller.check.CheckReport;
import io.deskmeter.controller.check.PreflightCheck;
import io.deskmeter.controller.check.PreflightFinding;
import io.deskmeter.controller.faults.InternalFaults;
import io.deskmeter.controller.request.Caller;
import io.deskmeter.controller.web.document.RequestDocuments;
import io.deskmeter.controller.web.stream.CheckEventStream;
import io.deskmeter.controller.web.stream.Heartbeats;
import io.deskmeter.controller.web.stream.StreamPlaces;
import io.deskmeter.controller.web.stream.StreamThreads;
import io.deskmeter.workload.InvalidDocumentException;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** Checks before a run. */
@RestController
@RequestMapping("/api/v1/checks")
class ChecksController {
    private final PreflightCheck checks;
    private final StreamThreads senders;
    private final StreamPlaces places;
    private final InternalFaults faults;
    private final Set<CheckEventStream> tellings = ConcurrentHashMap.newKeySet();

    ChecksController(
            PreflightCheck checks,
            StreamThreads senders,
            StreamPlaces places,
            Heartbeats heartbeats,
            InternalFaults faults) {
        this.checks = checks;
        this.senders = senders;
        this.places = places;
        this.faults = faults;
        heartbeats.of(() -> tellings);
    }

    /** Checks a run profile, the agents and the targets; the findings of an invalid document are its problems. */
    @PostMapping(
            consumes = {"application/yaml", "application/x-yaml", "text/yaml"},
            produces = {MediaType.APPLICATION_JSON_VALUE, MediaType.APPLICATION_PROBLEM_JSON_VALUE})
    CheckReport check(@RequestBody byte[] yaml, @RequestParam(defaultValue = "profile.yaml") String name)
            throws InvalidDocumentException {
        return checks.check(name, RequestDocuments.text(name, yaml));
    }

    /** The same as events: each {@code finding} when it is found, then {@code done} with the whole report. */
    @ApiResponse(
            responseCode = "200",
            description = "Events \"finding\", each with one as its data, then \"done\" with the whole report.",
            content =
                    @Content(
                            mediaType = MediaType.TEXT_EVENT_STREAM_VALUE,
                            schema = @Schema(oneOf = {PreflightFinding.class, CheckReport.class})))
    @PostMapping(
            consumes = {"application/yaml", "application/x-yaml", "text/yaml"},
            produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    SseEmitter stream(
            @RequestBody byte[] yaml,
            @RequestParam(defaultValue = "profile.yaml") String name,
            HttpServletRequest request)
            throws InvalidDocumentException {
        String text = RequestDocuments.text(name, yaml);
        StreamPlaces.Place place = places.take(Caller.of(request));
        CheckEventStream telling = new CheckEventStream(senders, place);
        Runnable gone = () -> {
            tellings.remove(telling);
            place.leave();
        };
        tellings.add(telling);
        telling.emitter().onCompletion(gone);
        telling.emitter().onError(error -> gone.run());
        senders.execute(() -> check(name, text, telling));
        return telling.emitter();
    }

    private void check(String name, String text, CheckEventStream telling) {
        try {
            telling.done(checks.check(name, text, telling::finding));
        } catch (RuntimeException | Error e) {
            faults.report("a check of " + name, e);
            telling.failed(e);
        }
    }
}
