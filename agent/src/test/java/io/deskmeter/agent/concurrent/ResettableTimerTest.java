package io.deskmeter.agent.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.testsupport.VirtualTime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ResettableTimerTest {
    private final Queue<Runnable> pool = new ArrayDeque<>();
    private final List<String> log = new ArrayList<>();

    private void runPool() {
        for (Runnable next = pool.poll(); next != null; next = pool.poll()) {
            next.run();
        }
    }

    @Test
    void aPeriodicTaskContinuesAfterAnError() {
        VirtualTime time = new VirtualTime();
        var unused = time.scheduleWithFixedDelay(
                GuardedTasks.guarded(() -> {
                    log.add("run");
                    throw new AssertionError("once and again");
                }),
                1,
                1,
                TimeUnit.SECONDS);
        time.advance(Duration.ofSeconds(3));

        assertThat(log).containsExactly("run", "run", "run");
    }

    @Test
    void aTimerThatWasResetExpiresOnce() {
        VirtualTime time = new VirtualTime();
        ResettableTimer timer = new ResettableTimer(time, time);
        timer.set(Duration.ofSeconds(1).toNanos(), () -> log.add("first"));
        time.advance(Duration.ofMillis(500));
        timer.set(Duration.ofSeconds(1).toNanos(), () -> log.add("second at " + time.nanoTime() / 1_000_000));
        time.advance(Duration.ofSeconds(5));

        assertThat(log).containsExactly("second at 1500");
    }

    @Test
    void aTimerThatIsSetToTheSameInstantIsNotRescheduled() {
        VirtualTime time = new VirtualTime();
        ResettableTimer timer = new ResettableTimer(time, time);
        timer.setFor(1000, time.nanoTime(), () -> log.add("first"));
        timer.setFor(1000, time.nanoTime(), () -> log.add("second"));
        time.advance(Duration.ofNanos(1000));
        timer.setFor(1000, time.nanoTime(), () -> log.add("again, once it has expired"));
        time.settle();
        timer.setFor(2000, time.nanoTime(), () -> log.add("never"));
        timer.cancel();
        timer.setFor(2000, time.nanoTime(), () -> log.add("again, once it was cancelled"));
        time.advance(Duration.ofSeconds(1));

        assertThat(log).containsExactly("first", "again, once it has expired", "again, once it was cancelled");
    }

    @Test
    void aTimerThatHasExpiredCanStillBeCancelled() {
        VirtualTime time = new VirtualTime();
        ResettableTimer timer = new ResettableTimer(time, pool::add);
        timer.set(0, () -> log.add("expired"));
        time.settle();
        assertThat(pool).hasSize(1);
        timer.cancel();
        runPool();

        assertThat(log).isEmpty();
    }
}
