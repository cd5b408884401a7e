package io.deskmeter.agent.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;

/**
 * Nothing that a task of an agent throws is lost. That nobody makes other pools is checked by the architecture rules.
 */
@Tag("slow")
class AgentThreadsTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    private final Logger logger = (Logger) LoggerFactory.getLogger(GuardedTasks.class);
    private final Reports reports = new Reports();

    /** What was logged, by the message of the exception. */
    private static final class Reports extends AppenderBase<ILoggingEvent> {
        private final List<String> told = new CopyOnWriteArrayList<>();

        @Override
        protected void append(ILoggingEvent event) {
            if (event.getThrowableProxy() != null) {
                told.add(event.getThrowableProxy().getMessage());
            }
        }
    }

    /** What is made, and what hands a task over. */
    private record Way(String name, Consumer<Runnable> hand) {
        @Override
        public String toString() {
            return name;
        }
    }

    @BeforeEach
    void listen() {
        reports.start();
        logger.addAppender(reports);
    }

    @AfterEach
    void end() {
        logger.detachAppender(reports);
        reports.stop();
    }

    static Stream<Way> ways() {
        Stream<Way> pools = Stream.of(
                        AgentThreads.pool("pool", 2),
                        AgentThreads.single("single"),
                        AgentThreads.unbounded("unbounded"))
                .flatMap(AgentThreadsTest::ways);
        Stream<Way> timers = Stream.of(AgentThreads.timers("timers"), AgentThreads.timers("timers", 10))
                .flatMap(made -> Stream.concat(ways(made), timed(made)));
        Stream<Way> threads = Stream.of(
                new Way("thread", task -> AgentThreads.thread("thread", task).start()),
                new Way("thread", task -> AgentThreads.thread("thread", 5, task).start()));
        return Stream.concat(Stream.concat(pools, timers), threads);
    }

    private static Stream<Way> ways(ExecutorService made) {
        return Stream.of(
                new Way(made.getClass().getSimpleName() + ".execute", made::execute),
                new Way(made.getClass().getSimpleName() + ".submit", task -> {
                    var unused = made.submit(task);
                }),
                new Way(made.getClass().getSimpleName() + ".submit a call", task -> {
                    var unused = made.submit(() -> {
                        task.run();
                        return 1;
                    });
                }));
    }

    private static Stream<Way> timed(ScheduledExecutorService made) {
        return Stream.of(
                new Way("schedule", task -> {
                    var unused = made.schedule(task, 1, TimeUnit.MILLISECONDS);
                }),
                new Way("at a fixed rate", task -> {
                    var unused = made.scheduleAtFixedRate(task, 0, 1, TimeUnit.HOURS);
                }),
                new Way("with a fixed delay", task -> {
                    var unused = made.scheduleWithFixedDelay(task, 0, 1, TimeUnit.HOURS);
                }));
    }

    @Test
    void everyWayToMakeSomethingIsTried() {
        Set<String> makers = Arrays.stream(AgentThreads.class.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()))
                .map(Method::getName)
                .collect(Collectors.toSet());
        assertThat(makers).containsExactlyInAnyOrder("pool", "single", "unbounded", "timers", "thread");
    }

    @ParameterizedTest
    @MethodSource("ways")
    void anErrorIsReportedAndTheNextTaskRuns(Way way) {
        String message = "no memory for " + way + " " + System.nanoTime();
        way.hand().accept(() -> {
            throw new AssertionError(message);
        });
        await().atMost(SOON).untilAsserted(() -> assertThat(reports.told).containsOnlyOnce(message));

        CompletableFuture<String> next = new CompletableFuture<>();
        way.hand().accept(() -> next.complete("ran"));
        assertThat(next).succeedsWithin(SOON).isEqualTo("ran");
    }

    /** A scheduler of Java drops a task that throws once. */
    @Test
    void aPeriodicTaskThatThrowsRunsAgain() {
        ScheduledExecutorService timers = AgentThreads.timers("periodic");
        AtomicInteger runs = new AtomicInteger();
        var rate = timers.scheduleAtFixedRate(() -> fail(runs, "rate"), 0, 1, TimeUnit.MILLISECONDS);
        await().atMost(SOON).until(() -> runs.get() > 3);
        rate.cancel(false);
        runs.set(0);
        var delay = timers.scheduleWithFixedDelay(() -> fail(runs, "delay"), 0, 1, TimeUnit.MILLISECONDS);
        await().atMost(SOON).until(() -> runs.get() > 3);
        delay.cancel(false);

        assertThat(reports.told).contains("rate", "delay");
        timers.shutdownNow();
    }

    private static void fail(AtomicInteger runs, String what) {
        runs.incrementAndGet();
        throw new AssertionError(what);
    }

    @Test
    void theFailureOfAChainThatNobodyReadsIsReported() {
        CompletableFuture<String> begin = new CompletableFuture<>();
        GuardedTasks.reportFailure("the answer", begin.thenAccept(text -> {
            throw new AssertionError("cannot send " + text);
        }));
        begin.complete("it");

        assertThat(reports.told).containsExactly("cannot send it");
    }
}
