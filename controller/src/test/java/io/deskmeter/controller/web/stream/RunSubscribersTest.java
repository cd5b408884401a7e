package io.deskmeter.controller.web.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.faults.InternalFaults;
import io.deskmeter.controller.request.Caller;
import io.deskmeter.controller.request.Role;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter.DataWithMediaType;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

class RunSubscribersTest {
    private static final int ROUNDS = 20_000;

    private final InternalFaults faults = new InternalFaults(InstantSource.system());
    private final Queue<Runnable> threads = new ArrayDeque<>();

    private final AtomicBoolean loggedIn = new AtomicBoolean(true);
    private final StreamPlaces places = new StreamPlaces(new SimpleMeterRegistry());
    private final StreamPlaces.Place place =
            places.take(new Caller("ann", "ann", Role.VIEWER, Caller.Kind.SESSION, "1", "2", loggedIn::get));

    private EventSubscriber reader(SseEmitter emitter) {
        return new EventSubscriber(emitter, threads::add, faults, place, () -> {});
    }

    /** A subscriber that arrives at the moment at which the last one leaves would otherwise never receive events. */
    @Test
    void whoComesWhileTheLastOneLeavesIsThere() throws Exception {
        RunSubscribers readers = new RunSubscribers();
        CyclicBarrier together = new CyclicBarrier(2);
        List<SseEmitter> leaving = new ArrayList<>();
        List<EventSubscriber> coming = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
            leaving.add(new SseEmitter());
            coming.add(reader(new SseEmitter()));
            readers.add("run-" + i, reader(leaving.get(i)));
        }
        Thread leavingThread = new Thread(() -> {
            for (int i = 0; i < ROUNDS; i++) {
                meet(together);
                readers.remove("run-" + i, leaving.get(i));
            }
        });
        leavingThread.start();
        for (int i = 0; i < ROUNDS; i++) {
            meet(together);
            readers.add("run-" + i, coming.get(i));
        }
        leavingThread.join(TimeUnit.SECONDS.toMillis(60));

        for (int i = 0; i < ROUNDS; i++) {
            assertThat(readers.of("run-" + i)).as("round %d", i).containsExactly(coming.get(i));
        }
        assertThat(readers.all()).hasSize(ROUNDS);
    }

    private static void meet(CyclicBarrier together) {
        try {
            together.await(60, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** Keeps what is sent. */
    private static final class Kept extends SseEmitter {
        private final List<String> sent = new ArrayList<>();
        private RuntimeException failure = new IllegalStateException("none");
        private boolean fails;
        private boolean failed;
        private boolean completed;

        @Override
        public void send(SseEventBuilder builder) throws IOException {
            if (fails) {
                throw failure;
            }
            Set<DataWithMediaType> parts = builder.build();
            sent.add(parts.stream().map(part -> String.valueOf(part.getData())).collect(Collectors.joining()));
        }

        @Override
        public void complete() {
            completed = true;
        }

        @Override
        public void completeWithError(Throwable e) {
            failed = true;
        }
    }

    @Test
    void aBeatIsSentWhereNothingElseIs() {
        Kept emitter = new Kept();
        EventSubscriber reader = reader(emitter);
        reader.beat();
        work();
        assertThat(emitter.sent).singleElement().asString().startsWith(":");

        reader.offer("snapshot", "state");
        reader.beat();
        work();
        assertThat(emitter.sent).hasSize(2).last().asString().contains("state");
    }

    @Test
    void whatCannotBeSentIsReportedAndEndsTheStreamSoThatTheReaderComesAgain() {
        Kept emitter = new Kept();
        emitter.fails = true;
        emitter.failure = new UnsupportedOperationException("cannot be written as JSON");
        EventSubscriber reader = reader(emitter);
        reader.offer("snapshot", "state");
        work();
        assertThat(emitter.failed).isTrue();
        assertThat(faults.latest())
                .hasValueSatisfying(fault -> assertThat(fault.what()).contains("as JSON"));
    }

    /** Reproducer: a stream went on for ever, whatever became of the session or the secret that had opened it. */
    @Test
    void aStreamEndsWithTheSessionOfItsReader() {
        Kept emitter = new Kept();
        Kept checked = new Kept();
        EventSubscriber reader = reader(emitter);
        CheckEventStream telling = new CheckEventStream(checked, threads::add, place);
        Heartbeats heartbeats = new Heartbeats(faults);
        heartbeats.of(() -> List.of(reader, telling));
        heartbeats.beat();
        work();
        assertThat(emitter.completed || checked.failed).isFalse();
        loggedIn.set(false);
        heartbeats.beat();
        work();
        assertThat(emitter.completed).isTrue();
        assertThat(checked.failed)
                .as("it has not come to its end, and its entry in the audit log says so")
                .isTrue();
        assertThat(places.count()).isZero();
        reader.offer("snapshot", "state");
        work();
        assertThat(emitter.sent).noneMatch(event -> event.contains("state"));
        heartbeats.close();
    }

    /** While a check waits for agents, there are no other events for long. */
    @Test
    void aCheckThatFindsNothingForLongIsHeardNevertheless() {
        Kept emitter = new Kept();
        CheckEventStream telling = new CheckEventStream(emitter, threads::add, place);
        telling.beat();
        telling.beat();
        work();
        assertThat(emitter.sent).singleElement().asString().startsWith(":");
        telling.failed(new IllegalStateException("the check has failed"));
        work();
        assertThat(emitter.failed).isTrue();
    }

    private void work() {
        for (Runnable next = threads.poll(); next != null; next = threads.poll()) {
            next.run();
        }
    }
}
