package io.deskmeter.controller.web;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** Who reads the events of which run. Safe for any thread. */
final class Readers {
    private final Map<String, Set<Reader>> byRun = new ConcurrentHashMap<>();

    /** Within the map's own lock of that run: a set from which the last one leaves meanwhile is not in the map any more. */
    void add(String runId, Reader reader) {
        byRun.compute(runId, (id, present) -> {
            Set<Reader> readers = present == null ? ConcurrentHashMap.newKeySet() : present;
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

    Collection<Reader> of(String runId) {
        return byRun.getOrDefault(runId, Set.of());
    }

    /** Of all runs. */
    List<Reader> all() {
        return byRun.values().stream().flatMap(Set::stream).toList();
    }
}
