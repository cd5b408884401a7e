package io.deskmeter.controller.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** All pools and timers that a controller can make: what their tasks throw is reported, and they go on. */
@Tag("slow")
class ControllerThreadsTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    private final InternalFaults faults = new InternalFaults(InstantSource.system());

    /** Of the factory's own methods, so that a new one is tested, too. */
    static List<Method> executors() {
        return Arrays.stream(ControllerThreads.class.getDeclaredMethods())
                .filter(method -> ExecutorService.class.isAssignableFrom(method.getReturnType()))
                .toList();
    }

    static List<Method> timers() {
        return executors().stream()
                .filter(method -> ScheduledExecutorService.class.isAssignableFrom(method.getReturnType()))
                .toList();
    }

    @Test
    void thereAreSome() {
        assertThat(executors()).extracting(Method::getName).contains("timers", "single", "unbounded");
        assertThat(timers()).isNotEmpty();
    }

    static Stream<Throwable> thrown() {
        return Stream.of(new IllegalStateException("a bug"), new NoSuchMethodError("of another version"));
    }

    private static void fail(Throwable with) {
        if (with instanceof Error error) {
            throw error;
        }
        throw (RuntimeException) with;
    }

    private void reported(int count) {
        Awaitility.await()
                .atMost(SOON)
                .untilAsserted(() -> assertThat(faults.count()).isEqualTo(count));
        assertThat(faults.latest())
                .hasValueSatisfying(fault -> assertThat(fault.where()).isEqualTo("a task of the thread its-name"));
    }

    @ParameterizedTest
    @MethodSource("executors")
    void aTaskThatThrowsIsReportedAndTheNextOneRuns(Method factory) throws Exception {
        ExecutorService executor = (ExecutorService) factory.invoke(null, "its-name", faults);
        try {
            int count = 0;
            for (Throwable one : thrown().toList()) {
                executor.execute(() -> fail(one));
                reported(++count);
                Future<?> unread = executor.submit(() -> fail(one));
                reported(++count);
                assertThat(unread).isDone();
            }
            CountDownLatch next = new CountDownLatch(1);
            executor.execute(next::countDown);
            assertThat(next.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
        } finally {
            executor.shutdownNow();
        }
    }

    @ParameterizedTest
    @MethodSource("timers")
    void aPeriodicTaskThatThrowsRunsAgain(Method factory) throws Exception {
        ScheduledExecutorService timers = (ScheduledExecutorService) factory.invoke(null, "its-name", faults);
        try {
            for (Throwable one : thrown().toList()) {
                CountDownLatch rate = new CountDownLatch(3);
                CountDownLatch delay = new CountDownLatch(3);
                Future<?> first = timers.scheduleAtFixedRate(
                        () -> {
                            rate.countDown();
                            fail(one);
                        },
                        0,
                        5,
                        TimeUnit.MILLISECONDS);
                Future<?> second = timers.scheduleWithFixedDelay(
                        () -> {
                            delay.countDown();
                            fail(one);
                        },
                        0,
                        5,
                        TimeUnit.MILLISECONDS);
                assertThat(rate.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
                assertThat(delay.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
                first.cancel(false);
                second.cancel(false);
            }
            assertThat(faults.count()).isGreaterThanOrEqualTo(8);
        } finally {
            timers.shutdownNow();
        }
    }
}
