package io.deskmeter.measure;

import io.deskmeter.workload.Better;
import io.deskmeter.workload.Metric;

/**
 * How the statistic of a metric of one run differs from that of another, the baseline.
 *
 * @param metric what was measured
 * @param baseline its statistic in the baseline, infinitely bad where too many operations failed
 * @param other its statistic in the other run
 * @param difference other − baseline, in the metric's unit, or in shares where those are judged
 * @param differenceCi 95 % interval of it
 * @param worse how sure it is that the other run is worse: 0 (surely better) to 1 (surely worse), 0.5 where nothing is known
 */
public record MetricDifference(
        Metric metric, double baseline, double other, double difference, Interval differenceCi, double worse) {

    MetricDifference withWorse(double certainty) {
        return new MetricDifference(metric, baseline, other, difference, differenceCi, certainty);
    }

    /** Whether higher values of the statistic are the better ones. */
    public boolean higherIsBetter() {
        return Criterion.of(metric, 0).better() == Better.HIGHER;
    }

    /** Whether it is worse beyond the uncertainty. */
    public boolean isSurelyWorse() {
        return higherIsBetter() ? differenceCi.high() < 0 : differenceCi.low() > 0;
    }

    /** Whether it is better beyond the uncertainty. */
    public boolean isSurelyBetter() {
        return higherIsBetter() ? differenceCi.low() > 0 : differenceCi.high() < 0;
    }
}
