package io.deskmeter.controller.web.stream;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** The subscribers of each run's events. Thread-safe. */
final class RunSubscribers {
    private final Map<String, Set<EventSubscriber>> byRun = new ConcurrentHashMap<>();

    /** Within the map's lock for that run: a set whose last subscriber leaves meanwhile is no longer in the map. */
    void add(String runId, EventSubscriber reader) {
        byRun.compute(runId, (id, present) -> {
            Set<EventSubscriber> readers = present == null ? ConcurrentHashMap.newKeySet() : present;
            readers.add(reader);
            return readers;
        });
    }

    void remove(String runId, SseEmitter emitter) {
        byRun.computeIfPresent(runId, (id, readers) -> {
            readers.removeIf(reader -> reader.emitter() == emitter);
            return readers.isEmpty() ? null : readers;
        });
    }

    Collection<EventSubscriber> of(String runId) {
        return byRun.getOrDefault(runId, Set.of());
    }

    /** Of all runs. */
    List<EventSubscriber> all() {
        return byRun.values().stream().flatMap(Set::stream).toList();
    }
}
