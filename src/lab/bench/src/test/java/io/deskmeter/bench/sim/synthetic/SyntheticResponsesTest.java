package io.deskmeter.bench.sim.synthetic;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.bench.sim.desktop.SimWorkload;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.workload.plan.Planner;
import io.deskmeter.workload.run.RunProfile;
import io.deskmeter.workload.yaml.RunProfiles;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SyntheticResponsesTest {
    private static final Instant FROM = Instant.parse("2026-11-22T10:00:00Z");
    private static final Instant TO = FROM.plusSeconds(5);

    @TempDir
    Path folder;

    private SyntheticResponses synthetic;

    @BeforeEach
    void plan() throws Exception {
        WorkloadCatalog catalog = WorkloadCatalog.open(SimWorkload.write(folder));
        RunProfile profile = RunProfiles.parseSelfContained(
                "p.yaml", SimWorkload.profile("{ fixed: { sessions: 2 } }", 3, 1, Duration.ZERO, Duration.ZERO, 1, ""));
        synthetic =
                new SyntheticResponses(new Planner(profile.workloads(), List.of(catalog.load("sim/pages"))), 1000, 1);
    }

    @Test
    void anIterationFollowsThePlanAndContinuesTheNumbers() {
        assertThat(synthetic.iteration(3, 2, FROM, TO))
                .hasSize(SimWorkload.OPERATIONS)
                .allMatch(timing -> timing.session() == 3 && timing.iteration() == 2)
                .allMatch(timing -> !timing.wallFiredAt().isBefore(FROM)
                        && timing.wallFiredAt().isBefore(TO))
                .extracting(Timing::sequence)
                .first()
                .isEqualTo(2L * SimWorkload.OPERATIONS + 1);
    }

    @Test
    void responsesIncreaseWithTheSessions() {
        double alone = middle(0);
        synthetic.iteration(999, 0, FROM, TO);
        assertThat(middle(1)).isGreaterThan(2 * alone);
    }

    private double middle(int session) {
        List<Double> millis = IntStream.range(0, 50)
                .boxed()
                .flatMap(iteration -> synthetic.iteration(session, iteration, FROM, TO).stream())
                .filter(timing -> timing.shownAt() != Timing.NEVER)
                .map(timing -> timing.responseNanos() / 1e6)
                .sorted()
                .toList();
        return millis.get(millis.size() / 2);
    }
}
