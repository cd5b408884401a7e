package io.deskmeter.e2e;

import static io.deskmeter.e2e.JudgedAccount.OPERATIONS;
import static io.deskmeter.e2e.JudgedAccount.assertPlanned;
import static io.deskmeter.e2e.JudgedAccount.criterion;
import static io.deskmeter.e2e.JudgedAccount.line;
import static io.deskmeter.e2e.JudgedAccount.total;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.deskmeter.testkit.freeze.FreezeSchedule;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import tools.jackson.databind.JsonNode;

/**
 * Desktops, an application and the generator itself fail while iterations of a load point count: each is charged to
 * whom it belongs, and all results agree.
 */
@ResourceLock(ConcurrentTests.DESKTOPS)
class LossesLongIT {
    private static final Duration END = Duration.ofMinutes(6);
    private static final String UNRESPONSIVE = "unresponsive";

    @TempDir(factory = ShortTempDirs.class)
    Path folder;

    @Test
    void twoOfSixDesktopsKilledInTheWindowFailTheLoadPointWithWhatTheyWereToWork() throws Exception {
        try (DisturbedRun run =
                DisturbedRun.start(folder, DisturbedRun.profile(1, 6, "expect: {capacity: \">= 6\"}"))) {
            run.awaitWindow();
            run.displayServer(0).destroyForcibly();
            run.displayServer(5).destroyForcibly();
            Instant killed = Instant.now();
            Results results = run.end(10, END);

            JsonNode report = results.report();
            assertThat(report.at("/verdict/valid").asBoolean()).isTrue();
            assertThat(report.at("/verdict/capacity").asInt()).isZero();
            assertThat(report.at("/verdict/failure").asString()).isEqualTo("sessions-lost");
            assertThat(report.at("/loadPoints").size()).isEqualTo(1);
            JsonNode point = report.at("/loadPoints/0");
            assertThat(point.at("/failure/kind").asString()).isEqualTo("sessions-lost");
            assertThat(point.at("/failure/words").asString()).contains("2 of 6");
            assertThat(point.at("/discarded").asInt()).isEqualTo(2);
            assertThat(point.at("/leastWorking").asInt()).isEqualTo(4);
            assertPlanned(point, 6);
            List<Map<String, String>> lost = results.sessions().stream()
                    .filter(row -> row.get("discarded").equals("true"))
                    .toList();
            assertThat(lost).extracting(row -> row.get("session")).containsExactly("0", "5");
            int answered = counted(results, "0") + counted(results, "5");
            assertThat(total(point, "lost")).isEqualTo(2 * OPERATIONS - answered);
            assertThat(total(point, "failed") + total(point, "notReached") + total(point, "notDelivered"))
                    .isZero();
            // What was lost counts as infinitely slow: 8 of 24 and more.
            assertThat(point.at("/groups/A/p95Ms").isNull()).isTrue();
            assertToldAtOnce(run, report.at("/run/id").asString(), killed);
        }
    }

    /** Timings of iterations that count which ended before the session was lost. */
    private static int counted(Results results, String session) throws Exception {
        return (int) results.timings().stream()
                .filter(row ->
                        row.get("session").equals(session) && row.get("steady").equals("true"))
                .filter(row -> row.get("outcome").equals("ok"))
                .count();
    }

    private static void assertToldAtOnce(DisturbedRun run, String id, Instant killed) throws Exception {
        int told = 0;
        for (JsonNode stage : run.controller().get("/runs/" + id + "/stages")) {
            for (JsonNode finding : stage.at("/findings")) {
                if (finding.at("/message").asString().contains(" lost")) {
                    told++;
                    assertThat(stage.at("/state").asString())
                            .as(finding.toString())
                            .isEqualTo("steady");
                    assertThat(Duration.between(
                                    killed, Instant.parse(finding.at("/at").asString())))
                            .as(finding.toString())
                            .isLessThan(Duration.ofSeconds(3));
                }
            }
        }
        assertThat(told).isEqualTo(2);
    }

    @Test
    void aDisplayThatStandsStillIsSeenByTheMetricOfUnresponsiveTimeAndFailsItsLimit() throws Exception {
        ScheduledExecutorService timers = Executors.newSingleThreadScheduledExecutor();
        try (DisturbedRun run = DisturbedRun.start(
                folder, DisturbedRun.profile(2, 1, "limits: {unresponsive: 5%}\nexpect: {capacity: \">= 1\"}"))) {
            run.awaitWindow();
            ProcessHandle display = run.displayServer(0);
            Results results;
            double truth;
            try (FreezeSchedule schedule =
                    FreezeSchedule.begin(display, Duration.ofMillis(1500), Duration.ofSeconds(6), timers)) {
                Awaitility.await("all that counts has been worked")
                        .atMost(END)
                        .pollInterval(Duration.ofMillis(50))
                        .until(() -> !run.snapshot().at("/state").asString("").equals("steady"));
                schedule.close();
                results = run.end(10, END);
                truth = truth(results, schedule);
            }
            JsonNode report = results.report();
            assertThat(report.at("/verdict/valid").asBoolean()).isTrue();
            assertThat(report.at("/verdict/capacity").asInt()).isZero();
            assertThat(report.at("/verdict/limitedBy").asString()).isEqualTo(UNRESPONSIVE);
            JsonNode point = report.at("/loadPoints/0");
            assertThat(point.at("/verdict").asString()).isEqualTo("FAIL");
            JsonNode criterion = criterion(point, UNRESPONSIVE);
            assertThat(criterion.at("/value").asDouble()).isCloseTo(truth, within(3.0));
            assertThat(criterion.at("/verdict").asString()).isEqualTo("FAIL");
            // No operation failed: without the metric nobody would know.
            assertThat(total(point, "ok")).isEqualTo(2 * OPERATIONS);
            JsonNode line = line(point, UNRESPONSIVE);
            assertThat(line.at("/planned").asInt()).isEqualTo(2);
            assertThat(line.at("/slow").asInt()).isEqualTo(2);
        } finally {
            timers.shutdownNow();
        }
    }

    /** For how much of its iterations the display was stopped, in percent. */
    private static double truth(Results results, FreezeSchedule schedule) throws Exception {
        List<Map<String, String>> samples = results.samples().stream()
                .filter(row -> row.get("metric").equals(UNRESPONSIVE)
                        && row.get("steady").equals("true"))
                .toList();
        assertThat(samples).hasSize(2);
        Instant wall = Instant.now();
        long now = System.nanoTime();
        double sum = 0;
        for (Map<String, String> sample : samples) {
            long from = now
                    - Duration.between(Instant.parse(sample.get("at")), wall).toNanos();
            long to = from + Math.round(Double.parseDouble(sample.get("durationMs")) * 1e6);
            sum += schedule.share(from, to);
        }
        return sum / samples.size();
    }

    @Test
    void aGeneratorStoppedForFiveSecondsIsNoFailureOfThePlatformAndTheLoadPointIsRepeated() throws Exception {
        try (DisturbedRun run = DisturbedRun.start(folder, DisturbedRun.profile(1, 2, ""))) {
            // One of the few operations of group B: without it nothing is known of the group.
            run.awaitLaunch(1);
            pause(run);
            Results results = run.end(0, END);

            JsonNode report = results.report();
            assertThat(report.at("/verdict/valid").asBoolean()).isTrue();
            assertThat(report.at("/verdict/capacity").asInt()).isEqualTo(2);
            assertThat(report.at("/loadPoints").size()).isEqualTo(2);
            JsonNode first = report.at("/loadPoints/0");
            assertThat(first.at("/notJudged").asString()).contains("group B", "Deskmeter itself");
            assertThat(first.at("/pass").asBoolean()).isFalse();
            assertThat(first.at("/limitedBy").isNull()).isTrue();
            assertThat(total(first, "notDelivered")).isPositive();
            assertThat(line(first, "B").at("/notDelivered").asInt()).isPositive();
            assertThat(first.at("/harness/generatorPauseMs").asDouble()).isBetween(4500.0, 7000.0);
            JsonNode second = report.at("/loadPoints/1");
            assertThat(second.at("/sessions").asInt()).isEqualTo(2);
            assertThat(second.at("/pass").asBoolean()).isTrue();
            assertThat(second.at("/notJudged").isNull()).isTrue();
            assertThat(report.at("/verdict/remarks").toString()).contains("harness-error");
        }
    }

    @Test
    void aLoadPointHoldsWhateverFewOperationsWereThatAStoppedGeneratorSpoilt() throws Exception {
        try (DisturbedRun run = DisturbedRun.start(folder, DisturbedRun.profile(2, 2, ""))) {
            run.awaitApplication(1);
            // Its answer is kept back, so that the pause overlaps an operation for certain.
            ProcessHandle application = run.application(1);
            run.stop(application);
            Awaitility.await("an operation without an answer")
                    .during(Duration.ofMillis(1500))
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> !run.snapshot()
                            .at("/sessions/1/working")
                            .asString("")
                            .isEmpty());
            pause(run);
            run.proceed(application);
            Results results = run.end(0, END);

            JsonNode report = results.report();
            assertThat(report.at("/verdict/valid").asBoolean()).isTrue();
            assertThat(report.at("/verdict/capacity").asInt()).isEqualTo(2);
            JsonNode first = report.at("/loadPoints/0");
            // Which operation it was is chance: the start of the application is one of group B.
            assertThat(total(first, "notDelivered")).isPositive();
            int spoilt = line(first, "A").at("/notDelivered").asInt();
            assertPlanned(first, 4);
            // Of 44 operations two may have been anything: 95 % hold all the same.
            assertThat(spoilt).isLessThanOrEqualTo(2);
            boolean ofB = line(first, "B").at("/notDelivered").asInt() > 0;
            assertThat(first.at("/notJudged").isNull()).as("judged").isEqualTo(!ofB);
            assertThat(report.at("/loadPoints").size()).isEqualTo(ofB ? 2 : 1);
            assertThat(report.at("/verdict/remarks").toString()).contains("harness-error");
        }
    }

    private static void pause(DisturbedRun run) throws Exception {
        ProcessHandle generator = run.generator();
        run.stop(generator);
        long from = System.nanoTime();
        Awaitility.await("the pause of the generator")
                .atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> System.nanoTime() - from >= TimeUnit.SECONDS.toNanos(5));
        run.proceed(generator);
    }
}
