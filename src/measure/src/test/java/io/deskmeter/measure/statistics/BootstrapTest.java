package io.deskmeter.measure.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class BootstrapTest {

    @Test
    void equalSeedsGiveEqualIntervals() {
        List<double[]> sessions = sessions(new Random(1), 5, 30, 0.2);
        Interval interval = Bootstrap.DEFAULT.interval(sessions, 0.95, 7);
        assertThat(Bootstrap.DEFAULT.interval(sessions, 0.95, 7)).isEqualTo(interval);
        assertThat(Bootstrap.DEFAULT.interval(sessions, 0.95, 8)).isNotEqualTo(interval);
    }

    @Test
    void containsTheObservedQuantileAndOnlyMeasuredValues() {
        for (int seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            List<double[]> sessions = sessions(random, 1 + random.nextInt(12), 10 + random.nextInt(60), 0.3);
            double[] all =
                    sessions.stream().flatMapToDouble(Arrays::stream).sorted().toArray();
            Interval interval = Bootstrap.DEFAULT.interval(sessions, 0.95, seed);
            assertThat(interval.contains(Quantiles.of(all, 0.95)))
                    .as("seed %d", seed)
                    .isTrue();
            assertThat(all).contains(interval.low(), interval.high());
        }
    }

    @Test
    void oneSessionHasAnIntervalAndOneValueIsItsOwn() {
        Interval interval = Bootstrap.DEFAULT.interval(sessions(new Random(3), 1, 50, 0), 0.95, 1);
        assertThat(interval.low()).isLessThan(interval.high());
        assertThat(Bootstrap.DEFAULT.interval(List.of(new double[] {4}, new double[0]), 0.95, 1))
                .isEqualTo(new Interval(4, 4));
    }

    @Test
    void equalValuesLeaveNoDoubt() {
        double[] same = new double[40];
        Arrays.fill(same, 250);
        assertThat(Bootstrap.DEFAULT.interval(List.of(same, same), 0.95, 1)).isEqualTo(new Interval(250, 250));
    }

    @Test
    void failuresReachIntoTheIntervalOnlyWhenTheyCouldDecide() {
        double[] half = IntStream.range(0, 40)
                .mapToDouble(i -> i < 20 ? 100 : Double.POSITIVE_INFINITY)
                .toArray();
        assertThat(Bootstrap.DEFAULT.interval(List.of(half, half), 0.95, 1).low())
                .isInfinite();
        double[] few = IntStream.range(0, 100)
                .mapToDouble(i -> i < 96 ? 100 + i : Double.POSITIVE_INFINITY)
                .toArray();
        Interval interval = Bootstrap.DEFAULT.interval(List.of(few, few), 0.95, 1);
        assertThat(interval.low()).isFinite();
        assertThat(interval.high()).isInfinite();
    }

    @Test
    void sessionsThatDifferMakeItWiderThanTheirOperationsAloneWould() {
        List<double[]> different = sessions(new Random(11), 8, 50, 0.5);
        double[] pooled = different.stream().flatMapToDouble(Arrays::stream).toArray();
        Interval bySession = Bootstrap.DEFAULT.interval(different, 0.95, 2);
        Interval byOperation = Bootstrap.DEFAULT.interval(List.of(pooled), 0.95, 2);
        assertThat(bySession.high() - bySession.low()).isGreaterThan(1.5 * (byOperation.high() - byOperation.low()));
    }

    /**
     * Log-normal responses with a session effect: ln x = 5 + u + e, u ~ N(0, 0.25²) per session, e ~ N(0, 0.4²). The
     * true p95 is known: ln p95 = 5 + 1.645 · sqrt(0.25² + 0.4²). A percentile interval over 20 sessions covers a
     * little less than its nominal 95 %.
     */
    @Test
    void coversTheTrueQuantileAsOftenAsItSays() {
        long seed = 20_260_101;
        Random random = new Random(seed);
        double truth = Math.exp(5 + 1.6449 * Math.sqrt(0.25 * 0.25 + 0.4 * 0.4));
        Bootstrap bootstrap = new Bootstrap(400, 0.95);
        int trials = 600;
        int covered = 0;
        for (int trial = 0; trial < trials; trial++) {
            if (bootstrap.interval(sessions(random, 20, 40, 0.25), 0.95, trial).contains(truth)) {
                covered++;
            }
        }
        assertThat(covered / (double) trials).as("coverage, seed %d", seed).isBetween(0.90, 0.99);
    }

    @Test
    void isFastEnoughToJudgeALargeRun() {
        List<double[]> sessions = sessions(new Random(5), 500, 100, 0.25);
        long start = System.nanoTime();
        Bootstrap.DEFAULT.interval(sessions, 0.95, 1);
        // About 0.1 s on one core; the bound only catches a change of its order.
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(3));
    }

    @Test
    void refusesNonsense() {
        assertThatThrownBy(() -> new Bootstrap(0, 0.95)).hasMessage("resamples: 0 (expected: >= 1)");
        assertThatThrownBy(() -> new Bootstrap(10, 95)).hasMessageStartingWith("confidence: 95.0 (expected: ");
        assertThatThrownBy(() -> Bootstrap.DEFAULT.interval(List.of(), 0.95, 1)).hasMessageStartingWith("values: none");
    }

    private static List<double[]> sessions(Random random, int sessions, int operations, double sessionEffect) {
        return Stream.generate(() -> session(random, operations, sessionEffect * random.nextGaussian()))
                .limit(sessions)
                .toList();
    }

    private static double[] session(Random random, int operations, double effect) {
        return IntStream.range(0, operations)
                .mapToDouble(i -> Math.exp(5 + effect + 0.4 * random.nextGaussian()))
                .toArray();
    }
}
