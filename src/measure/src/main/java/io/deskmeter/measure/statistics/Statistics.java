package io.deskmeter.measure.statistics;

import io.deskmeter.workload.metric.Statistic;
import java.util.Arrays;

/** Computes the statistics by which metrics are judged. */
public final class Statistics {
    private Statistics() {}

    /** Of sorted values, NaN where there are none. */
    public static double of(Statistic statistic, double[] sortedAscending) {
        if (sortedAscending.length == 0) {
            return Double.NaN;
        }
        if (statistic instanceof Statistic.Quantile quantile) {
            return Quantiles.of(sortedAscending, quantile.q());
        }
        if (statistic instanceof Statistic.Max) {
            return sortedAscending[sortedAscending.length - 1];
        }
        if (statistic instanceof Statistic.Within within) {
            double contained =
                    Arrays.stream(sortedAscending).filter(within::contains).count();
            return contained / sortedAscending.length;
        }
        return mean(sortedAscending);
    }

    /** The arithmetic mean, NaN where there are no values. */
    public static double mean(double[] values) {
        return Arrays.stream(values).average().orElse(Double.NaN);
    }
}
