package io.deskmeter.controller.web;

import io.deskmeter.controller.run.RunSnapshot;
import io.deskmeter.controller.run.Runs;
import jakarta.annotation.PreDestroy;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** Who watches which run. */
@Component
final class RunEvents {
    private static final long NO_TIMEOUT = 0;
    private static final String SNAPSHOT = "snapshot";

    private final Map<String, Set<Reader>> readers = new ConcurrentHashMap<>();
    private final Senders senders;

    RunEvents(Runs runs, Senders senders) {
        this.senders = senders;
        runs.listen(this::publish);
    }

    /** @param now gives the state at this moment; asked after the subscription, so that nothing is missed in between */
    SseEmitter subscribe(String runId, Supplier<RunSnapshot> now) {
        SseEmitter emitter = new SseEmitter(NO_TIMEOUT);
        Reader reader = new Reader(emitter, senders, () -> remove(runId, emitter));
        readers.computeIfAbsent(runId, id -> ConcurrentHashMap.newKeySet()).add(reader);
        try {
            RunSnapshot first = now.get();
            reader.offerFirst(SNAPSHOT, first, first.ended());
        } catch (UnknownException e) {
            remove(runId, emitter);
            throw e;
        }
        return emitter;
    }

    private void publish(RunSnapshot snapshot) {
        for (Reader reader : readers.getOrDefault(snapshot.id(), Set.of())) {
            if (snapshot.ended()) {
                reader.offerLast(SNAPSHOT, snapshot);
            } else {
                reader.offer(SNAPSHOT, snapshot);
            }
        }
    }

    private void remove(String runId, SseEmitter emitter) {
        readers.computeIfPresent(runId, (id, ofRun) -> {
            ofRun.removeIf(reader -> reader.emitter() == emitter);
            return ofRun.isEmpty() ? null : ofRun;
        });
    }

    @PreDestroy
    void close() {
        readers.values()
                .forEach(ofRun -> ofRun.forEach(reader -> reader.emitter().complete()));
    }
}
