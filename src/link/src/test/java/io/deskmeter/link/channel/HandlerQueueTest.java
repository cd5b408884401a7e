package io.deskmeter.link.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HandlerQueueTest {
    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final Queue<Runnable> threads = new ArrayDeque<>();
    private final List<Throwable> failures = new ArrayList<>();
    private final List<Integer> done = new ArrayList<>();
    private final HandlerQueue inbox = new HandlerQueue(threads::add, channel, 1_000, failures::add);

    @Test
    void callsComeInOrderOnOneThreadAtATime() {
        for (int i = 0; i < 200; i++) {
            int number = i;
            inbox.put(0, () -> done.add(number));
        }
        assertThat(threads).hasSize(1);
        work();
        assertThat(done).isEqualTo(IntStream.range(0, 200).boxed().toList());
    }

    @Test
    void aSlowHandlerPausesReadingUntilHalfOfTheQueueIsDone() {
        for (int i = 0; i < 3; i++) {
            inbox.put(300, () -> done.add(1));
        }
        assertThat(inbox.paused()).isTrue();
        assertThat(channel.config().isAutoRead()).isFalse();
        work();
        assertThat(inbox.paused()).isFalse();
        assertThat(channel.config().isAutoRead()).isTrue();
    }

    @Test
    void aFailedCallIsReportedAndTheNextIsStillMade() {
        inbox.put(0, () -> {
            throw new IllegalStateException("one");
        });
        inbox.put(0, () -> done.add(2));
        work();
        assertThat(failures).singleElement().satisfies(e -> assertThat(e).hasMessage("one"));
        assertThat(done).containsExactly(2);
    }

    @Test
    void anErrorIsReportedAndTheNextCallIsMadeEvenIfTheReportFails() {
        HandlerQueue failing = new HandlerQueue(threads::add, channel, 1_000, failure -> {
            failures.add(failure);
            throw new IllegalStateException("cannot report");
        });
        failing.put(0, () -> {
            throw new OutOfMemoryError("one");
        });
        failing.put(0, () -> done.add(2));
        work();
        assertThat(failures).singleElement().satisfies(e -> assertThat(e).hasMessage("one"));
        assertThat(done).containsExactly(2);
    }

    private void work() {
        for (Runnable next = threads.poll(); next != null; next = threads.poll()) {
            next.run();
        }
    }
}
