package io.deskmeter.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.measure.MetricComparison.Side;
import io.deskmeter.workload.Group;
import io.deskmeter.workload.Metric;
import io.deskmeter.workload.MetricSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MetricComparisonTest {
    private static final Metric SIMILARITY = MetricSource.PICTURE_SIMILARITY.metric();
    private static final Metric GAP = MetricSource.FRAME_GAP.metric();
    private static final int SESSIONS = 8;
    private static final int OF_EACH = 40;

    private static Side side(Metric metric, double centre, double spread, int failed, long seed) {
        Random random = new Random(seed);
        List<Timing> timings = new ArrayList<>();
        List<Sample> samples = new ArrayList<>();
        for (int i = 0; i < SESSIONS * OF_EACH; i++) {
            int session = i % SESSIONS;
            if (i < failed) {
                timings.add(Timings.failed(session, "entry", Group.A, Outcome.TIMEOUT));
                continue;
            }
            timings.add(Timings.ok(session, "entry", Group.A, 100));
            double value = centre + spread * random.nextGaussian();
            samples.add(new Sample(session, i + 1, 1, "office/calc", "entry", metric.id(), 1, 0, 1, value, 0, ""));
        }
        MetricPlan plan =
                new MetricPlan(List.of(metric), List.of(new SampledOperation("office/calc", "entry", metric.id())));
        return new Side(timings, new PointSamples(plan, samples));
    }

    private static MetricDifference compare(Side baseline, Side other) {
        List<MetricDifference> differences = MetricComparison.of(baseline, other, Bootstrap.DEFAULT, 3);
        assertThat(differences).hasSize(1);
        return differences.get(0);
    }

    @Test
    void lowerSimilarityIsSurelyWorse() {
        MetricDifference difference = compare(side(SIMILARITY, 0.95, 0.005, 0, 1), side(SIMILARITY, 0.85, 0.005, 0, 2));
        assertThat(difference.difference()).isCloseTo(-0.1, org.assertj.core.api.Assertions.within(0.01));
        assertThat(difference.differenceCi().contains(-0.1)).isTrue();
        assertThat(difference.isSurelyWorse()).isTrue();
        assertThat(difference.isSurelyBetter()).isFalse();
        assertThat(difference.worse()).isGreaterThan(0.99);
    }

    @Test
    void longerGapsAreSurelyWorseAndShorterOnesBetter() {
        assertThat(compare(side(GAP, 100, 5, 0, 1), side(GAP, 150, 5, 0, 2)).isSurelyWorse())
                .isTrue();
        MetricDifference better = compare(side(GAP, 150, 5, 0, 1), side(GAP, 100, 5, 0, 2));
        assertThat(better.isSurelyBetter()).isTrue();
        assertThat(better.worse()).isLessThan(0.01);
    }

    @Test
    void runsThatDoNotDifferLeaveItOpen() {
        MetricDifference difference = compare(side(GAP, 100, 5, 0, 1), side(GAP, 100, 5, 0, 2));
        assertThat(difference.isSurelyWorse() || difference.isSurelyBetter()).isFalse();
        assertThat(difference.differenceCi().contains(0)).isTrue();
    }

    @Test
    void operationsThatFailedMakeItWorse() {
        MetricDifference difference = compare(side(SIMILARITY, 0.9, 0.005, 0, 1), side(SIMILARITY, 0.9, 0.005, 60, 1));
        assertThat(difference.other()).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(difference.isSurelyWorse()).isTrue();
        assertThat(difference.worse()).isGreaterThan(0.99);
    }

    @Test
    void whatOnlyOneSideMeasuresIsLeftOut() {
        assertThat(MetricComparison.of(
                        side(GAP, 100, 5, 0, 1), side(SIMILARITY, 0.9, 0.01, 0, 1), Bootstrap.DEFAULT, 3))
                .isEmpty();
    }
}
