package io.deskmeter.measure.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class QuantilesTest {

    @Test
    void isTheNearestRank() {
        double[] oneToTwenty = upTo(20);
        assertThat(Quantiles.of(oneToTwenty, 0.95)).isEqualTo(19);
        assertThat(Quantiles.of(oneToTwenty, 0.951)).isEqualTo(20);
        assertThat(Quantiles.of(oneToTwenty, 0.5)).isEqualTo(10);
        assertThat(Quantiles.of(oneToTwenty, 0)).isEqualTo(1);
        assertThat(Quantiles.of(oneToTwenty, 1)).isEqualTo(20);
        assertThat(Quantiles.of(new double[] {7}, 0.95)).isEqualTo(7);
    }

    @Test
    void roundingOfProductsDoesNotShiftTheRank() {
        // 0.57 * 100 is 56.99999999999999 in binary arithmetic, and 0.58 * 50 is 28.999999999999996.
        assertThat(Quantiles.of(upTo(100), 0.57)).isEqualTo(57);
        assertThat(Quantiles.of(upTo(50), 0.58)).isEqualTo(29);
        IntStream.rangeClosed(1, 1000)
                .forEach(n -> assertThat(Quantiles.rank(n * 100, 0.95)).isEqualTo(n * 95));
    }

    /** Five of a hundred that failed are tolerated by a percentile, whichever values are the better ones. */
    @Test
    void belowTheMedianIsTheMirrorImageOfAbove() {
        for (int count = 1; count < 300; count++) {
            for (double q : new double[] {0, 0.025, 0.05, 0.1, 0.25, 0.49}) {
                assertThat(Quantiles.rank(count, q)).isEqualTo(count + 1 - Quantiles.rank(count, 1 - q));
            }
        }
        assertThat(Quantiles.of(upTo(100), 0.05)).isEqualTo(6);
        assertThat(Quantiles.of(upTo(100), 0.95)).isEqualTo(95);
    }

    @Test
    void atLeastTheShareIsNotAboveItAndTheNextSmallerDoesNotDo() {
        Random random = new Random(42);
        for (int trial = 0; trial < 500; trial++) {
            double[] values = random.doubles(1 + random.nextInt(60)).sorted().toArray();
            double q = random.nextDouble();
            double quantile = Quantiles.of(values, q);
            assertThat(share(values, quantile)).isGreaterThanOrEqualTo(q);
            Arrays.stream(values)
                    .filter(v -> v < quantile)
                    .max()
                    .ifPresent(smaller -> assertThat(share(values, smaller)).isLessThan(q));
        }
    }

    @Test
    void failuresAreSlowerThanAnything() {
        double[] values = upTo(100);
        Arrays.fill(values, 95, 100, Double.POSITIVE_INFINITY);
        assertThat(Quantiles.of(values, 0.95)).isEqualTo(95);
        values[94] = Double.POSITIVE_INFINITY;
        assertThat(Quantiles.of(values, 0.95)).isInfinite();
    }

    @Test
    void refusesWhatHasNoQuantile() {
        assertThatThrownBy(() -> Quantiles.of(new double[0], 0.5)).hasMessageStartingWith("values: none (expected: ");
        assertThatThrownBy(() -> Quantiles.of(new double[] {1}, 95))
                .hasMessageStartingWith("quantile: 95.0 (expected: 0 to 1");
        assertThatThrownBy(() -> Quantiles.of(new double[] {1}, Double.NaN)).hasMessageStartingWith("quantile: NaN");
    }

    private static double share(double[] values, double limit) {
        return Arrays.stream(values).filter(v -> v <= limit).count() / (double) values.length;
    }

    private static double[] upTo(int n) {
        return IntStream.rangeClosed(1, n).asDoubleStream().toArray();
    }
}
