package io.deskmeter.measure;

import io.deskmeter.workload.Better;
import io.deskmeter.workload.Metric;
import io.deskmeter.workload.Statistic;

/**
 * What a value of a metric that is not known may be. Percentages lie from 0 to 100, durations are not negative; of anything else nothing is known.
 *
 * @param best the best value
 * @param worst the worst value
 */
record ValueRange(double best, double worst) {
    private static final String PERCENT = "%";
    private static final double ALL = 100;

    static ValueRange of(Metric metric) {
        boolean percent = metric.unit().equals(PERCENT);
        double least = percent || metric.isDuration() ? 0 : Double.NEGATIVE_INFINITY;
        double most = percent ? ALL : Double.POSITIVE_INFINITY;
        if (metric.statistic() instanceof Statistic.Within band) {
            // Signed values such as a skew have no natural end: the best is in the band, the worst outside.
            return new ValueRange(band.low(), Double.POSITIVE_INFINITY);
        }
        return metric.better() == Better.LOWER ? new ValueRange(least, most) : new ValueRange(most, least);
    }
}
