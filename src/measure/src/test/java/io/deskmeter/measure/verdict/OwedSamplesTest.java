package io.deskmeter.measure.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.measure.point.LoadPointSummary;
import io.deskmeter.measure.point.MetricSummary;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.timing.SampleList;
import io.deskmeter.workload.metric.MetricSource;
import io.deskmeter.workload.run.Thresholds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Two sessions of three iterations each. */
class OwedSamplesTest {
    private static final MetricPlan PLAN = MetricPlan.of(List.of());
    private static final String ID = MetricSource.UNRESPONSIVE.id();
    private static final Map<Integer, Integer> ITERATIONS = Map.of(0, 3, 1, 3);

    private static List<Sample> came(int ofFirst, int ofSecond) {
        List<Sample> samples = new ArrayList<>();
        for (int i = 0; i < ofFirst; i++) {
            samples.add(new Sample(0, i + 1, i, "", "", ID, Sample.NO_TIMING, 0, 0, 2, 0, ""));
        }
        for (int i = 0; i < ofSecond; i++) {
            samples.add(new Sample(1, i + 1, i, "", "", ID, Sample.NO_TIMING, 0, 0, 2, 0, ""));
        }
        samples.add(new Sample(1, 9, 0, "office/writer", "open", "frame-gap", 1, 0, 0, 5, 0, ""));
        return samples;
    }

    private static MetricSummary summary(List<Sample> came, Set<Integer> lost) {
        SampleList whole = new OwedSamples(PLAN, ITERATIONS, came).whole(lost);
        LoadPointSummary point = Judge.judge(
                new PointTimings(2, lost, List.of(), List.of()),
                new PointSamples(PLAN, whole),
                Thresholds.DEFAULT,
                Map.of(ID, 5.0),
                1);
        return point.metrics().get(0);
    }

    @Test
    void everyRunHasTheMetric() {
        assertThat(PLAN.metrics()).containsExactly(MetricSource.UNRESPONSIVE.metric());
        assertThat(PLAN.operations()).isEmpty();
    }

    @Test
    void nothingIsAddedWhereAllCame() {
        OwedSamples owed = new OwedSamples(PLAN, ITERATIONS, came(3, 3));
        assertThat(owed.missing()).isEmpty();
        assertThat(owed.whole(Set.of())).isEqualTo(came(3, 3));
        assertThat(summary(came(3, 3), Set.of()).value()).isEqualTo(2);
    }

    /** Else a desktop that is lost would be left out, as if it had responded as well as the others. */
    @Test
    void theRestOfALostSessionDidNotRespond() {
        MetricSummary summary = summary(came(3, 1), Set.of(1));
        assertThat(summary.count()).isEqualTo(6);
        assertThat(summary.unknown()).isZero();
        assertThat(summary.value()).isEqualTo((4 * 2 + 2 * 100) / 6.0);
    }

    @Test
    void theRestOfASessionThatIsThereIsUnknown() {
        assertThat(new OwedSamples(PLAN, ITERATIONS, came(3, 1)).missing()).isEqualTo(Map.of(1, 2));
        MetricSummary summary = summary(came(3, 1), Set.of());
        assertThat(summary.count()).isEqualTo(4);
        assertThat(summary.unknown()).isEqualTo(2);
        assertThat(summary.reason())
                .contains("2 of 6 samples of unresponsive unknown", "no sample came of an iteration");
    }

    @Test
    void aRunWithoutSuchAMetricOwesNothing() {
        assertThat(new OwedSamples(MetricPlan.NONE, ITERATIONS, List.of()).whole(Set.of(1)))
                .isEmpty();
    }
}
