package io.deskmeter.controller.web;

import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** What happens on the whole controller. */
@RestController
@RequestMapping("/api/v1")
class EventsController {
    private final ListEvents lists;

    EventsController(ListEvents lists) {
        this.lists = lists;
    }

    /** The complete lists of runs and of agents, as events of these names: both at once, then each when it has changed. */
    @GetMapping(path = "/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    SseEmitter events() {
        return lists.subscribe();
    }
}
