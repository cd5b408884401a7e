package io.deskmeter.screen.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SerialExecutorTest {
    private final Queue<Runnable> pool = new ArrayDeque<>();
    private final List<String> log = new ArrayList<>();

    @Test
    void survivesAnErrorOfATask() {
        SerialExecutor serial = new SerialExecutor(pool::add);
        serial.execute(() -> {
            throw new OutOfMemoryError("a picture of 30,000 pixels");
        });
        serial.execute(() -> log.add("2"));
        runPool();
        serial.execute(() -> log.add("3"));
        runPool();

        assertThat(log).containsExactly("2", "3");
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

    /** The pool was shut down; what waited is not run later. */
    @Test
    void aTaskThatThePoolRejectsIsTold() {
        List<Runnable> accepted = new ArrayList<>();
        SerialExecutor serial = new SerialExecutor(task -> {
            if (!accepted.isEmpty()) {
                throw new RejectedExecutionException("shut down");
            }
            accepted.add(task);
        });
        serial.execute(() -> log.add("1"));
        accepted.get(0).run();
        assertThatThrownBy(() -> serial.execute(() -> log.add("2"))).isInstanceOf(RejectedExecutionException.class);
        assertThat(log).containsExactly("1");
    }

    private void runPool() {
        for (Runnable next = pool.poll(); next != null; next = pool.poll()) {
            next.run();
        }
    }
}
