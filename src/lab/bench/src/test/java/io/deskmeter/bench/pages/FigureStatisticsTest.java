package io.deskmeter.bench.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class FigureStatisticsTest {
    @Test
    void aLineThroughPointsOnALineHasACertainSlope() {
        FigureStatistics.Line line =
                FigureStatistics.line(List.of(new double[] {0, 5}, new double[] {1, 8}, new double[] {3, 14}));
        assertThat(line.perUnit()).isCloseTo(3, within(1e-12));
        assertThat(line.plusMinus()).isCloseTo(0, within(1e-9));
    }

    @Test
    void twoPointsGiveNoUncertainty() {
        assertThat(FigureStatistics.line(List.of(new double[] {0, 1}, new double[] {1, 2}))
                        .plusMinus())
                .isNaN();
    }

    /**
     * Heaps of twenty samples over ten minutes that do not grow, with noise: how often the interval contains the true
     * slope.
     */
    @Test
    void theIntervalOfTheSlopeHasItsNominalCoverage() {
        Random random = new Random(11);
        int held = 0;
        for (int trial = 0; trial < 2_000; trial++) {
            List<double[]> points = new ArrayList<>();
            for (int i = 0; i <= 20; i++) {
                points.add(new double[] {i / 120.0, 30 + 6 * i / 120.0 + random.nextGaussian()});
            }
            FigureStatistics.Line line = FigureStatistics.line(points);
            held += Math.abs(line.perUnit() - 6) <= line.plusMinus() ? 1 : 0;
        }
        assertThat(held / 2_000.0).isBetween(0.92, 0.97);
    }

    @Test
    void quantilesAreValuesOfTheSample() {
        List<Double> values =
                DoubleStream.iterate(100, v -> v - 1).limit(100).boxed().toList();
        assertThat(FigureStatistics.quantile(values, 0)).isEqualTo(1);
        assertThat(FigureStatistics.quantile(values, 0.05)).isEqualTo(5);
        assertThat(FigureStatistics.quantile(values, 0.5)).isEqualTo(50);
        assertThat(FigureStatistics.quantile(values, 1)).isEqualTo(100);
        assertThat(FigureStatistics.quantile(List.of(), 0.5)).isNaN();
    }

    @Test
    void aRowHasMinimumMedianAndMaximum() {
        assertThat(FigureStatistics.row("opened", List.of(30.04, 10.0, 20.0)))
                .containsEntry("what", "opened")
                .containsEntry("times", 3)
                .containsEntry("minMs", 10.0)
                .containsEntry("medianMs", 20.0)
                .containsEntry("maxMs", 30.0);
    }
}
