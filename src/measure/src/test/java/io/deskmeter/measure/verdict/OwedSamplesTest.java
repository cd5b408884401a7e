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
            samples.add(Sample.builder(ID)
                    .sequence(i + 1)
                    .iteration(i)
                    .during(0, 0)
                    .value(2, 0)
                    .build());
        }
        for (int i = 0; i < ofSecond; i++) {
            samples.add(Sample.builder(ID)
                    .session(1)
                    .sequence(i + 1)
                    .iteration(i)
                    .during(0, 0)
                    .value(2, 0)
                    .build());
        }
        samples.add(Sample.builder("frame-gap")
                .session(1)
                .sequence(9)
                .operation("office/writer", "open")
                .timing(1)
                .during(0, 0)
                .value(5, 0)
                .build());
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
