package io.deskmeter.agent.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.testsupport.VirtualTime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SerialExecutorTest {
    private final Queue<Runnable> pool = new ArrayDeque<>();
    private final List<String> log = new ArrayList<>();

    private void runPool() {
        for (Runnable next = pool.poll(); next != null; next = pool.poll()) {
            next.run();
        }
    }

    @Test
    void aBusySessionDoesNotStarveTheOthers() {
        SerialExecutor busy = new SerialExecutor(pool::add);
        SerialExecutor other = new SerialExecutor(pool::add);
        IntStream.range(0, 3 * SerialExecutor.TASKS_PER_TURN).forEach(i -> busy.execute(() -> log.add("busy")));
        other.execute(() -> log.add("other"));
        runPool();

        assertThat(log).hasSize(3 * SerialExecutor.TASKS_PER_TURN + 1);
        assertThat(log.indexOf("other")).isEqualTo(SerialExecutor.TASKS_PER_TURN);
    }

    @Test
    void keepsTheOrderAndSurvivesAFault() {
        SerialExecutor serial = new SerialExecutor(pool::add);
        serial.execute(() -> log.add("1"));
        serial.execute(() -> {
            throw new IllegalStateException("a bug");
        });
        serial.execute(() -> log.add("3"));
        runPool();
        serial.execute(() -> log.add("4"));
        runPool();

        assertThat(log).containsExactly("1", "3", "4");
    }

    @Test
    void survivesAnErrorToo() {
        SerialExecutor serial = new SerialExecutor(pool::add);
        serial.execute(() -> {
            throw new StackOverflowError("deep");
        });
        serial.execute(() -> log.add("2"));
        runPool();

        assertThat(log).containsExactly("2");
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
    void recognisesItsOwnTasks() {
        SerialExecutor serial = new SerialExecutor(pool::add);
        serial.execute(() -> log.add("inside " + serial.runsHere()));
        runPool();

        assertThat(log).containsExactly("inside true");
        assertThat(serial.runsHere()).isFalse();
    }

    @Test
    void sixtySerialExecutorsShareThreeThreads() throws InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(3);
        int tasks = 200;
        int sessions = 60;
        CountDownLatch done = new CountDownLatch(sessions);
        List<int[]> counts = new ArrayList<>();
        for (int s = 0; s < sessions; s++) {
            // Not synchronised on purpose: only one thread at a time may run here, and the next one must see its
            // writes.
            int[] count = {0};
            counts.add(count);
            SerialExecutor serial = new SerialExecutor(threads);
            IntStream.range(0, tasks).forEach(i -> serial.execute(() -> count[0]++));
            serial.execute(done::countDown);
        }
        assertThat(done.await(20, TimeUnit.SECONDS)).isTrue();
        threads.shutdown();

        assertThat(counts).allSatisfy(count -> assertThat(count[0]).isEqualTo(tasks));
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
