package io.deskmeter.controller.web.stream;

import io.deskmeter.controller.faults.InternalFaults;
import io.deskmeter.controller.request.Caller;
import io.deskmeter.controller.run.ActiveRuns;
import io.deskmeter.controller.run.view.RunSnapshot;
import jakarta.annotation.PreDestroy;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** The event streams of runs. */
@Component
public final class RunEventStreams {
    private static final long NO_TIMEOUT = 0;
    private static final String SNAPSHOT = "snapshot";

    private final RunSubscribers readers = new RunSubscribers();
    private final StreamThreads senders;
    private final StreamPlaces places;
    private final InternalFaults faults;

    RunEventStreams(
            ActiveRuns runs, StreamThreads senders, StreamPlaces places, Heartbeats heartbeats, InternalFaults faults) {
        this.senders = senders;
        this.places = places;
        this.faults = faults;
        heartbeats.of(readers::all);
        runs.listen(this::publish);
    }

    /**
     * Adds a reader of a run: the state at this moment first, then each change.
     *
     * @param now gives the state at this moment; asked after the subscription, so that nothing is missed in between
     */
    public SseEmitter subscribe(Caller caller, String runId, Supplier<RunSnapshot> now) {
        SseEmitter emitter = new SseEmitter(NO_TIMEOUT);
        StreamPlaces.Place place = places.take(caller);
        EventSubscriber reader =
                new EventSubscriber(emitter, senders, faults, place, () -> readers.remove(runId, emitter));
        readers.add(runId, reader);
        try {
            RunSnapshot first = now.get();
            reader.offerFirst(SNAPSHOT, first, first.ended());
        } catch (RuntimeException | Error e) {
            readers.remove(runId, emitter);
            place.leave();
            throw e;
        }
        return emitter;
    }

    private void publish(RunSnapshot snapshot) {
        for (EventSubscriber reader : readers.of(snapshot.id())) {
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
