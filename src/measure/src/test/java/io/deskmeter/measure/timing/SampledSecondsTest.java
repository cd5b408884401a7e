package io.deskmeter.measure.timing;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.measure.point.MetricSummary;
import io.deskmeter.measure.verdict.Judge;
import io.deskmeter.measure.verdict.MetricPlan;
import io.deskmeter.measure.verdict.PointSamples;
import io.deskmeter.measure.verdict.PointTimings;
import io.deskmeter.workload.metric.Metric;
import io.deskmeter.workload.metric.MetricSource;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.run.Thresholds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Metrics of which each second of an operation gives a sample. */
class SampledSecondsTest {
    private static final Metric FREEZE = MetricSource.VIDEO_FREEZE.metric();
    private static final long MS = 1_000_000;

    private final List<Timing> timings = new ArrayList<>();
    private final List<Sample> samples = new ArrayList<>();

    private Timing play(Outcome outcome, long millis) {
        boolean ok = outcome == Outcome.OK;
        Timing timing = Timing.builder("av/sync", "play", Group.C, outcome)
                .sequence(timings.size() + 1)
                .iteration(1)
                .intendedAt(0)
                .firedAt(7)
                .lastWithoutAt(ok ? millis * MS : Timing.NEVER)
                .shownAt(ok ? millis * MS + 7 : Timing.NEVER)
                .build();
        timings.add(timing);
        return timing;
    }

    private void sample(Timing timing, double value, String unknown) {
        samples.add(Sample.builder(FREEZE.id())
                .sequence(samples.size() + 1)
                .iteration(1)
                .operation("av/sync", "play")
                .timing(timing.sequence())
                .during(0, 1)
                .value(value, Double.isNaN(value) ? Double.NaN : 0)
                .unknown(unknown)
                .build());
    }

    private MetricSummary summary() {
        MetricPlan plan =
                new MetricPlan(List.of(FREEZE), List.of(new SampledOperation("av/sync", "play", FREEZE.id())));
        return Judge.judge(
                        new PointTimings(1, Set.of(), timings, List.of()),
                        new PointSamples(plan, samples),
                        Thresholds.DEFAULT,
                        Map.of(),
                        1)
                .metrics()
                .get(0);
    }

    @Test
    void anOperationHasAsManyAsItHasWholeSeconds() {
        assertThat(SampledSeconds.of(play(Outcome.OK, 20_999))).isEqualTo(20);
        assertThat(SampledSeconds.of(play(Outcome.OK, 21_000))).isEqualTo(21);
        assertThat(SampledSeconds.of(play(Outcome.OK, 300))).isEqualTo(1);
        assertThat(SampledSeconds.gives(FREEZE)).isTrue();
        assertThat(SampledSeconds.gives(MetricSource.VIDEO_START.metric())).isFalse();
        assertThat(SampledSeconds.gives(MetricSource.FRAME_GAP.metric())).isFalse();
    }

    @Test
    void whatDidNotComeIsUnknownSecondBySecond() {
        Timing timing = play(Outcome.OK, 20_500);
        for (int i = 0; i < 12; i++) {
            sample(timing, 2, "");
        }
        sample(timing, Double.NaN, "no sound came");
        MetricSummary summary = summary();
        assertThat(summary.count()).isEqualTo(12);
        assertThat(summary.unknown()).isEqualTo(8);
        assertThat(summary.reason()).contains("8 of 20 samples of video-freeze unknown", "mostly since no sample came");
    }

    /** Twenty good seconds do not outweigh an operation that failed. */
    @Test
    void anOperationThatFailedCountsAsOftenAsTheLongestAnsweredOne() {
        Timing good = play(Outcome.OK, 20_100);
        for (int i = 0; i < 20; i++) {
            sample(good, 0, "");
        }
        Timing shorter = play(Outcome.OK, 5_100);
        for (int i = 0; i < 5; i++) {
            sample(shorter, 0, "");
        }
        play(Outcome.TIMEOUT, 0);
        MetricSummary summary = summary();
        assertThat(summary.count()).isEqualTo(45);
        assertThat(summary.failed()).isEqualTo(20);
        assertThat(summary.unknown()).isZero();
        assertThat(summary.value()).isEqualTo(Double.POSITIVE_INFINITY);
    }
}
