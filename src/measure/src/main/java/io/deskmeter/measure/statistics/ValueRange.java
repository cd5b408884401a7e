package io.deskmeter.measure.statistics;

import io.deskmeter.measure.timing.Sample;
import io.deskmeter.workload.metric.Better;
import io.deskmeter.workload.metric.Metric;
import io.deskmeter.workload.metric.Statistic;

/**
 * What a value of a metric that is not known may be. Percentages lie from 0 to 100, durations are not negative; of
 * anything else nothing is known.
 *
 * @param best the best value
 * @param worst the worst value
 * @param metric whose
 */
public record ValueRange(double best, double worst, Metric metric) {
    private static final String PERCENT = "%";
    private static final double ALL = 100;

    public static ValueRange of(Metric metric) {
        boolean percent = metric.unit().equals(PERCENT);
        double least = percent || metric.isDuration() ? 0 : Double.NEGATIVE_INFINITY;
        double most = percent ? ALL : Double.POSITIVE_INFINITY;
        if (metric.statistic() instanceof Statistic.Within band) {
            // Signed values such as a skew have no natural end: the best is in the band, the worst outside.
            return new ValueRange(band.low(), Double.POSITIVE_INFINITY, metric);
        }
        return metric.better() == Better.LOWER
                ? new ValueRange(least, most, metric)
                : new ValueRange(most, least, metric);
    }

    /** The best that an unknown sample may be: no better than what was seen of it. */
    public double bestOf(Sample sample) {
        if (!sample.isBounded()) {
            return best;
        }
        double seen = sample.noBetterThan();
        boolean lower = metric.better() == Better.LOWER;
        if (metric.statistic() instanceof Statistic.Within band) {
            return lower ? Math.max(seen, band.low()) : Math.min(seen, band.high());
        }
        return lower ? Math.max(seen, best) : Math.min(seen, best);
    }
}
