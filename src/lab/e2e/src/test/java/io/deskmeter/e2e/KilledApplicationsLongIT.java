package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.agent.session.control.SessionUpdate;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each included workload is started 20 times in one session. The first 19 times its application is killed in
 * mid-operation, each time in a later one, from the first to the last. In the longer lane, for it takes minutes for
 * each.
 */
@ResourceLock(ConcurrentTests.DESKTOPS)
class KilledApplicationsLongIT {
    private static final int STARTS = 20;

    @TempDir(factory = ShortTempDirs.class)
    Path folder;

    static List<String> workloads() {
        return IncludedWorkloads.chosen();
    }

    @ParameterizedTest
    @MethodSource("workloads")
    void eachStartIsCleanThoughTheApplicationWasKilledBefore(String id, TestReporter reporter) throws Exception {
        try (KilledStarts starts = KilledStarts.open(folder.resolve("s"), id, STARTS)) {
            SessionUpdate.Phase end = starts.work();
            reporter.publishEntry("starts", starts.toString());

            assertThat(starts.faults()).isEmpty();
            assertThat(starts.killed()).as(starts.toString()).hasSize(STARTS - 1);
            assertThat(end).as(starts.toString()).isEqualTo(SessionUpdate.Phase.FINISHED);
            for (int start = 0; start < STARTS - 1; start++) {
                assertKilled(starts, start);
            }
            assertThat(starts.timings(STARTS - 1))
                    .as("start %d of %s", STARTS, starts)
                    .hasSize(starts.operations())
                    .extracting(Timing::outcome)
                    .containsOnly(Outcome.OK);
        }
    }

    /**
     * Up to the operation in which it is killed all is ok. That one fails, or, if its answer was there already, the
     * next; what follows is left out. The last operation closes the application: there is none after it that could
     * fail.
     */
    private static void assertKilled(KilledStarts starts, int start) {
        int killed = starts.killedIn(start);
        List<Outcome> outcomes =
                starts.timings(start).stream().map(Timing::outcome).toList();
        String what = "start %d, killed in operation %d of %s".formatted(start + 1, killed + 1, starts);
        assertThat(outcomes).as(what).hasSize(starts.operations());
        int ok = outcomes.get(killed) == Outcome.OK ? killed + 1 : killed;
        assertThat(outcomes.subList(0, ok)).as(what).allMatch(Outcome.OK::equals);
        assertThat(ok < outcomes.size() || killed == outcomes.size() - 1)
                .as(what)
                .isTrue();
        if (ok < outcomes.size()) {
            assertThat(outcomes.get(ok)).as(what).isEqualTo(Outcome.APPLICATION_FAILED);
            assertThat(outcomes.subList(ok + 1, outcomes.size())).as(what).allMatch(Outcome.SKIPPED::equals);
        }
    }
}
