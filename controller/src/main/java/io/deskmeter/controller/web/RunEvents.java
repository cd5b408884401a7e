package io.deskmeter.controller.web;

import io.deskmeter.controller.run.RunSnapshot;
import io.deskmeter.controller.run.Runs;
import jakarta.annotation.PreDestroy;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** Who watches which run. A subscriber that cannot keep up gets the newest snapshot when it can, never a queue of old ones. */
@Component
final class RunEvents {
    private static final long NO_TIMEOUT = 0;

    private final Map<String, Set<Subscriber>> subscribers = new ConcurrentHashMap<>();
    private final ExecutorService senders = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "events");
        thread.setDaemon(true);
        return thread;
    });

    RunEvents(Runs runs) {
        runs.listen(this::publish);
    }

    /** @param now gives the state at this moment; asked after the subscription, so that nothing is missed in between */
    SseEmitter subscribe(String runId, Supplier<RunSnapshot> now) {
        SseEmitter emitter = new SseEmitter(NO_TIMEOUT);
        Subscriber subscriber = new Subscriber(emitter, senders, () -> remove(runId, emitter));
        Set<Subscriber> ofRun = subscribers.computeIfAbsent(runId, id -> ConcurrentHashMap.newKeySet());
        ofRun.add(subscriber);
        emitter.onCompletion(() -> remove(runId, emitter));
        emitter.onError(error -> remove(runId, emitter));
        try {
            subscriber.offerFirst(now.get());
        } catch (UnknownException e) {
            remove(runId, emitter);
            throw e;
        }
        return emitter;
    }

    private void publish(RunSnapshot snapshot) {
        subscribers.getOrDefault(snapshot.id(), Set.of()).forEach(subscriber -> subscriber.offer(snapshot));
    }

    private void remove(String runId, SseEmitter emitter) {
        subscribers.computeIfPresent(runId, (id, ofRun) -> {
            ofRun.removeIf(subscriber -> subscriber.emitter == emitter);
            return ofRun.isEmpty() ? null : ofRun;
        });
    }

    @PreDestroy
    void close() {
        subscribers.values().forEach(ofRun -> ofRun.forEach(subscriber -> subscriber.emitter.complete()));
        senders.shutdownNow();
    }

    private static final class Subscriber {
        private final SseEmitter emitter;
        private final Executor senders;
        private final Runnable gone;
        private final AtomicReference<@Nullable RunSnapshot> newest = new AtomicReference<>();
        private final AtomicBoolean sending = new AtomicBoolean();

        private Subscriber(SseEmitter emitter, Executor senders, Runnable gone) {
            this.emitter = emitter;
            this.senders = senders;
            this.gone = gone;
        }

        /** The first snapshot; a newer one that came meanwhile is better. */
        private void offerFirst(RunSnapshot snapshot) {
            newest.compareAndSet(null, snapshot);
            send();
        }

        private void offer(RunSnapshot snapshot) {
            newest.set(snapshot);
            send();
        }

        private void send() {
            if (sending.compareAndSet(false, true)) {
                senders.execute(this::sendAll);
            }
        }

        private void sendAll() {
            try {
                for (RunSnapshot next = newest.getAndSet(null); next != null; next = newest.getAndSet(null)) {
                    emitter.send(SseEmitter.event().name("snapshot").data(next, MediaType.APPLICATION_JSON));
                    if (next.ended()) {
                        emitter.complete();
                        gone.run();
                        return;
                    }
                }
            } catch (IOException | IllegalStateException e) {
                // The reader has gone; it will come back if it wants to.
                gone.run();
                return;
            }
            sending.set(false);
            if (newest.get() != null) {
                send();
            }
        }
    }
}
