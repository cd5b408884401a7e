package io.deskmeter.measure.statistics;

import io.deskmeter.measure.compare.Comparison;
import java.util.Arrays;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Makes up for few sessions, as {@link Comparison} says. With a single one nothing is known of how sessions differ; it
 * is taken for two.
 */
public final class Expansion {
    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

    private final TDistribution student;
    private final double stretch;
    private final double tail;

    /**
     * Of a comparison.
     *
     * @param sessions the smaller number of sessions of both sides
     * @param confidence of the intervals, between 0 and 1
     */
    public Expansion(int sessions, double confidence) {
        int n = Math.max(2, sessions);
        this.student = TDistribution.of(n - 1);
        this.stretch = Math.sqrt(n / (n - 1.0));
        double t = student.inverseSurvivalProbability((1 - confidence) / 2);
        this.tail = NORMAL.cumulativeProbability(-stretch * t);
    }

    public Interval interval(double[] sorted) {
        return new Interval(Quantiles.of(sorted, tail), Quantiles.of(sorted, 1 - tail));
    }

    /** How sure it is that the true value is above 0, told by the same expansion. */
    double certainty(double[] resamples) {
        return student.cumulativeProbability(z(resamples) / stretch);
    }

    /** How many standard errors the value is above 0. */
    private static double z(double[] resamples) {
        double mean = Arrays.stream(resamples).average().orElse(0);
        double variance = Arrays.stream(resamples)
                .map(value -> (value - mean) * (value - mean))
                .average()
                .orElse(0);
        return variance > 0 && Double.isFinite(variance) ? mean / Math.sqrt(variance) : byCount(resamples);
    }

    /** Where failures make values infinite, and where nothing varies. */
    private static double byCount(double[] resamples) {
        double above = Arrays.stream(resamples).filter(value -> value > 0).count();
        double ties = Arrays.stream(resamples).filter(value -> value == 0).count();
        // Half a resample on either side: so many draws cannot show that something never happens.
        return NORMAL.inverseCumulativeProbability((above + ties / 2 + 0.5) / (resamples.length + 1));
    }
}
