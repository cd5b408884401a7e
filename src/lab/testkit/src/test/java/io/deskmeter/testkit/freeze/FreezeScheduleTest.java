package io.deskmeter.testkit.freeze;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class FreezeScheduleTest {
    private static final Duration FROZEN = Duration.ofMillis(300);
    private static final Duration PERIOD = Duration.ofMillis(400);

    private final ScheduledExecutorService timers = Executors.newSingleThreadScheduledExecutor();

    @AfterEach
    void end() {
        timers.shutdownNow();
    }

    @Test
    void aProcessThatEndsWhileItIsStoppedEndsTheSchedule() throws Exception {
        Process process = new ProcessBuilder("sleep", "60").start();
        long from = System.nanoTime();
        try (FreezeSchedule schedule = FreezeSchedule.begin(process.toHandle(), FROZEN, PERIOD, timers)) {
            Awaitility.await("the process is stopped")
                    .atMost(Duration.ofSeconds(10))
                    .pollInterval(Duration.ofMillis(5))
                    .until(() -> schedule.share(from, System.nanoTime()) > 0);
            process.destroyForcibly();
            assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
            schedule.close();
            long ended = System.nanoTime();
            Awaitility.await("two periods after its end")
                    .atMost(Duration.ofSeconds(10))
                    .until(() -> System.nanoTime() - ended > 2 * PERIOD.toNanos());
            assertThat(schedule.share(from, ended)).isPositive();
            assertThat(schedule.share(ended, System.nanoTime())).isZero();
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void aScheduleThatIsNotClosedEndsWithItsProcess() throws Exception {
        Process process = new ProcessBuilder("sleep", "60").start();
        try (FreezeSchedule schedule = FreezeSchedule.begin(process.toHandle(), FROZEN, PERIOD, timers)) {
            process.destroyForcibly();
            assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
            long ended = System.nanoTime();
            Awaitility.await("two periods after its end")
                    .atMost(Duration.ofSeconds(10))
                    .until(() -> System.nanoTime() - ended > 2 * PERIOD.toNanos());
            assertThat(schedule.share(ended, System.nanoTime())).isZero();
        } finally {
            process.destroyForcibly();
        }
    }
}
