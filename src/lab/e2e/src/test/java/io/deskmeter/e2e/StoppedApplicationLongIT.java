package io.deskmeter.e2e;

import static io.deskmeter.e2e.JudgedAccount.OPERATIONS;
import static io.deskmeter.e2e.JudgedAccount.assertPlanned;
import static io.deskmeter.e2e.JudgedAccount.total;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import tools.jackson.databind.JsonNode;

/**
 * An application fails while iterations of a load point count: what its user could not do has failed as well, and all
 * results agree. More in {@code LossesLongIT}.
 */
@ResourceLock(ConcurrentTests.DESKTOPS)
class StoppedApplicationLongIT {
    private static final Duration END = Duration.ofMinutes(5);

    @TempDir(factory = ShortTempDirs.class)
    Path folder;

    @Test
    void whatAnApplicationThatStandsStillKeepsFromBeingReachedFailsTheLoadPoint() throws Exception {
        try (DisturbedRun run = DisturbedRun.start(folder, DisturbedRun.profile(2, 1, ""))) {
            run.awaitApplication(0);
            run.stop(run.application(0));
            Results results = run.end(0, END);

            JsonNode report = results.report();
            assertThat(report.at("/verdict/valid").asBoolean()).isTrue();
            assertThat(report.at("/verdict/capacity").asInt()).isZero();
            JsonNode point = report.at("/loadPoints/0");
            assertThat(point.at("/verdict").asString()).isEqualTo("FAIL");
            assertThat(point.at("/failure").isNull()).isTrue();
            assertPlanned(point, 2);
            assertThat(total(point, "failed")).isEqualTo(1);
            assertThat(point.at("/outcomes/timeout").asInt()).isEqualTo(1);
            Map<String, String> failed = results.timings().stream()
                    .filter(row -> row.get("outcome").equals("timeout"))
                    .findFirst()
                    .orElseThrow();
            long before = results.timings().stream()
                    .filter(row -> row.get("iteration").equals(failed.get("iteration")))
                    .takeWhile(row -> !row.equals(failed))
                    .count();
            assertThat((long) total(point, "notReached")).isEqualTo(OPERATIONS - 1 - before);
            assertThat(total(point, "ok")).isEqualTo(2 * OPERATIONS - 1 - total(point, "notReached"));
            assertThat(point.at("/groups/A/p95Ms").isNull()).isTrue();
            assertThat(report.at("/verdict/limitedBy").asString()).isEqualTo("A");
            // To blame is the one that failed, and not those that were not reached because of it.
            assertThat(report.at("/verdict/limitedByOperation").asString())
                    .isEqualTo("office/calc/" + failed.get("operation"));
        }
    }
}
