package io.deskmeter.measure.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.deskmeter.measure.expect.Finding;
import io.deskmeter.measure.statistics.Bootstrap;
import io.deskmeter.measure.timing.SessionValues;
import io.deskmeter.workload.metric.Metric;
import io.deskmeter.workload.metric.MetricSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MetricComparisonTest {
    private static final Metric SIMILARITY = MetricSource.PICTURE_SIMILARITY.metric();
    private static final Metric GAP = MetricSource.FRAME_GAP.metric();
    private static final int SESSIONS = 8;
    private static final int OF_EACH = 40;
    private static final int RUNS = 4;

    /** Runs whose values lie about a centre; of each session some are replaced by others. */
    private static List<MetricComparison.Values> runs(
            Metric metric, double centre, double spread, int replaced, double by, long seed) {
        Random random = new Random(seed);
        List<MetricComparison.Values> runs = new ArrayList<>();
        for (int run = 0; run < RUNS; run++) {
            double own = centre + spread * random.nextGaussian() / 4;
            List<SessionValues> sessions = IntStream.range(0, SESSIONS)
                    .mapToObj(session -> session(random, own, spread, replaced, by))
                    .toList();
            runs.add(asked -> asked.equals(metric) ? sessions : List.of());
        }
        return runs;
    }

    private static SessionValues session(Random random, double centre, double spread, int replaced, double by) {
        double[] values = random.doubles(OF_EACH)
                .map(any -> centre + spread * random.nextGaussian())
                .toArray();
        if (Double.isNaN(by)) {
            return new SessionValues(Arrays.copyOf(values, OF_EACH - replaced), replaced);
        }
        Arrays.fill(values, 0, replaced, by);
        return new SessionValues(values, 0);
    }

    private static List<MetricComparison.Values> runs(Metric metric, double centre, double spread, long seed) {
        return runs(metric, centre, spread, 0, 0, seed);
    }

    private static MetricDifference compare(
            Metric metric, List<MetricComparison.Values> baseline, List<MetricComparison.Values> other) {
        List<MetricDifference> differences =
                MetricComparison.of(List.of(metric), new RunSides<>(baseline, other, List.of()), Bootstrap.DEFAULT, 3);
        assertThat(differences).hasSize(1);
        return differences.get(0);
    }

    @Test
    void lowerSimilarityIsWorse() {
        MetricDifference difference =
                compare(SIMILARITY, runs(SIMILARITY, 0.95, 0.005, 1), runs(SIMILARITY, 0.85, 0.005, 2));
        assertThat(difference.difference()).isCloseTo(-0.1, within(0.01));
        assertThat(difference.differenceCi().contains(-0.1)).isTrue();
        assertThat(difference.finding()).isEqualTo(Finding.WORSE);
        assertThat(difference.worse()).isGreaterThan(0.99);
    }

    @Test
    void longerGapsAreWorseAndShorterOnesBetter() {
        assertThat(compare(GAP, runs(GAP, 100, 5, 1), runs(GAP, 150, 5, 2)).finding())
                .isEqualTo(Finding.WORSE);
        MetricDifference better = compare(GAP, runs(GAP, 150, 5, 1), runs(GAP, 100, 5, 2));
        assertThat(better.finding()).isEqualTo(Finding.BETTER);
        assertThat(better.worse()).isLessThan(0.01);
    }

    @Test
    void runsThatDoNotDifferLeaveItOpen() {
        MetricDifference difference = compare(GAP, runs(GAP, 100, 5, 1), runs(GAP, 100, 5, 2));
        assertThat(difference.finding()).isEqualTo(Finding.NO_CLEAR_DIFFERENCE);
        assertThat(difference.differenceCi().contains(0)).isTrue();
    }

    @Test
    void operationsThatFailedMakeItWorse() {
        MetricDifference difference = compare(
                SIMILARITY,
                runs(SIMILARITY, 0.9, 0.005, 1),
                runs(SIMILARITY, 0.9, 0.005, 8, Double.NEGATIVE_INFINITY, 1));
        assertThat(difference.other()).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(difference.finding()).isEqualTo(Finding.WORSE);
        assertThat(difference.worse()).isGreaterThan(0.95);
    }

    @Test
    void unknownValuesAreAtTheEndThatSpeaksAgainstTheDifference() {
        // The longest gaps are unknown: what is left looks better.
        MetricDifference open = compare(GAP, runs(GAP, 100, 5, 1), runs(GAP, 50, 5, 8, Double.NaN, 2));
        assertThat(open.finding()).isEqualTo(Finding.NOT_DECIDED);
        assertThat(open.unknown()).isEqualTo(RUNS * SESSIONS * 8);
        assertThat(open.reason()).startsWith("too many operations are unknown");
        assertThat(compare(GAP, runs(GAP, 100, 5, 1), runs(GAP, 50, 5, 1, Double.NaN, 2))
                        .finding())
                .isEqualTo(Finding.BETTER);
    }

    @Test
    void whatOnlyOneSideMeasuresIsNotComparable() {
        MetricDifference absent = compare(GAP, runs(GAP, 100, 5, 1), runs(SIMILARITY, 0.9, 0.01, 1));
        assertThat(absent.finding()).isEqualTo(Finding.NOT_COMPARABLE);
        assertThat(absent.reason()).isEqualTo("no known value of it in a run (expected: in all runs)");
    }
}
