package io.deskmeter.controller.web;

import io.deskmeter.controller.faults.InternalFaults;
import io.deskmeter.controller.run.RunSnapshot;
import io.deskmeter.controller.run.Runs;
import jakarta.annotation.PreDestroy;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** Who watches which run. */
@Component
final class RunEvents {
    private static final long NO_TIMEOUT = 0;
    private static final String SNAPSHOT = "snapshot";

    private final Readers readers = new Readers();
    private final Senders senders;
    private final InternalFaults faults;

    RunEvents(Runs runs, Senders senders, Heartbeats heartbeats, InternalFaults faults) {
        this.senders = senders;
        this.faults = faults;
        heartbeats.of(readers::all);
        runs.listen(this::publish);
    }

    /** @param now gives the state at this moment; asked after the subscription, so that nothing is missed in between */
    SseEmitter subscribe(String runId, Supplier<RunSnapshot> now) {
        SseEmitter emitter = new SseEmitter(NO_TIMEOUT);
        Reader reader = new Reader(emitter, senders, faults, () -> readers.remove(runId, emitter));
        readers.add(runId, reader);
        try {
            RunSnapshot first = now.get();
            reader.offerFirst(SNAPSHOT, first, first.ended());
        } catch (RuntimeException | Error e) {
            readers.remove(runId, emitter);
            throw e;
        }
        return emitter;
    }

    private void publish(RunSnapshot snapshot) {
        for (Reader reader : readers.of(snapshot.id())) {
            if (snapshot.ended()) {
                reader.offerLast(SNAPSHOT, snapshot);
            } else {
                reader.offer(SNAPSHOT, snapshot);
            }
        }
    }

    @PreDestroy
    void close() {
        readers.all().forEach(reader -> reader.emitter().complete());
    }
}
