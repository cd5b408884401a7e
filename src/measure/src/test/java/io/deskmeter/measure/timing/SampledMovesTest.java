package io.deskmeter.measure.timing;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.measure.point.MetricSummary;
import io.deskmeter.measure.verdict.Judge;
import io.deskmeter.measure.verdict.MetricPlan;
import io.deskmeter.measure.verdict.PointSamples;
import io.deskmeter.measure.verdict.PointTimings;
import io.deskmeter.workload.Application;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.metric.Metric;
import io.deskmeter.workload.metric.MetricSource;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.operation.Operation;
import io.deskmeter.workload.run.Thresholds;
import io.deskmeter.workload.step.Condition;
import io.deskmeter.workload.step.Region;
import io.deskmeter.workload.step.Step;
import io.deskmeter.workload.step.Until;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Metrics of which each move of a gesture gives a sample. */
class SampledMovesTest {
    private static final Metric LAG = MetricSource.DRAG_LAG.metric();
    private static final Metric JITTER = MetricSource.DRAG_JITTER.metric();
    private static final int MOVES = 120;

    private final List<Timing> timings = new ArrayList<>();
    private final List<Sample> samples = new ArrayList<>();

    private static MetricPlan plan() {
        Condition rest = new Condition.Settles(new Region.Whole(), 64, Duration.ofSeconds(1));
        Operation drag = new Operation(
                "drag",
                Group.C,
                List.of(new Operation.Occurrence(
                        List.of(),
                        List.of(new Step.SpiralDrag("landmarks/object.png", 60, 240, Duration.ofSeconds(2))),
                        new Until(rest, Duration.ofSeconds(30)))));
        Operation close = new Operation(
                "close",
                Group.A,
                List.of(new Operation.Occurrence(
                        List.of(), List.of(new Step.Keys(List.of("q"))), new Until(rest, Duration.ofSeconds(30)))));
        return MetricPlan.of(List.of(new Workload(
                "ue/drag",
                "Drag",
                "",
                new Application(Map.of("linux", List.of("java"))),
                List.of(drag, close),
                List.of(LAG, JITTER),
                List.of(),
                Path.of("ue/drag"),
                "checksum")));
    }

    private Timing drag(Outcome outcome) {
        boolean ok = outcome == Outcome.OK;
        Timing timing = Timing.builder("ue/drag", "drag", Group.C, outcome)
                .sequence(timings.size() + 1)
                .iteration(1)
                .intendedAt(0)
                .firedAt(7)
                .lastWithoutAt(ok ? 2_100_000_000L : Timing.NEVER)
                .shownAt(ok ? 2_100_000_007L : Timing.NEVER)
                .build();
        timings.add(timing);
        return timing;
    }

    private void lags(Timing timing, int count, double millis) {
        for (int i = 0; i < count; i++) {
            samples.add(Sample.builder(LAG.id())
                    .sequence(samples.size() + 1)
                    .iteration(1)
                    .operation("ue/drag", "drag")
                    .timing(timing.sequence())
                    .during(0, 1)
                    .value(millis, 0)
                    .build());
        }
    }

    private MetricSummary summary() {
        return Judge.judge(
                        new PointTimings(1, Set.of(), timings, List.of()),
                        new PointSamples(plan(), samples),
                        Thresholds.DEFAULT,
                        Map.of(),
                        1)
                .metrics()
                .get(0);
    }

    @Test
    void onlyTheGestureGivesSamplesAndOneForEachMove() {
        assertThat(plan().operations())
                .containsExactly(
                        new SampledOperation("ue/drag", "drag", LAG.id(), MOVES),
                        new SampledOperation("ue/drag", "drag", JITTER.id(), 1));
    }

    @Test
    void movesThatDidNotComeAreUnknown() {
        lags(drag(Outcome.OK), MOVES - 20, 30);

        MetricSummary summary = summary();
        assertThat(summary.count()).isEqualTo(MOVES - 20);
        assertThat(summary.unknown()).isEqualTo(20);
        assertThat(summary.reason()).contains("20 of 120 samples of drag-lag unknown");
    }

    /** A good drag does not outweigh one that failed. */
    @Test
    void aDragThatFailedCountsAsIfAllItsMovesWereWorst() {
        lags(drag(Outcome.OK), MOVES, 30);
        drag(Outcome.TIMEOUT);

        MetricSummary summary = summary();
        assertThat(summary.failed()).isEqualTo(MOVES);
        assertThat(summary.value()).isEqualTo(Double.POSITIVE_INFINITY);
    }
}
