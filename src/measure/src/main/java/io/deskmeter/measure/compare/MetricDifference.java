package io.deskmeter.measure.compare;

import io.deskmeter.measure.expect.Finding;
import io.deskmeter.measure.point.Criterion;
import io.deskmeter.measure.statistics.Interval;
import io.deskmeter.workload.metric.Better;
import io.deskmeter.workload.metric.Metric;
import java.util.List;

/**
 * How the statistic of a metric of one side differs from that of another, the baseline. The figure of a side is the
 * mean of the figures of its runs.
 *
 * @param metric what was measured
 * @param baseline its statistic in the baseline, infinitely bad where too many operations failed in one of its runs
 * @param other its statistic on the other side
 * @param difference other − baseline, in the metric's unit, or in shares where those are judged
 * @param differenceCi 95 % interval of it; with the variation between runs if {@code spread} is known, else only of the
 *     sessions of these two runs
 * @param worse how sure it is that the other side is worse: 0 (surely better) to 1 (surely worse); NaN where that is
 *     not known
 * @param baselineRuns the statistic of each run of the baseline
 * @param otherRuns that of each other run
 * @param unknown values of both sides that are not known
 * @param spread standard deviation of the statistic among equal runs; NaN where it is not known
 * @param chance how probable a difference as large is between equal sides, adjusted to the number of metrics; NaN where
 *     that is not known
 * @param finding what that means
 * @param reason why there is no finding; empty where there is one
 */
public record MetricDifference(
        Metric metric,
        double baseline,
        double other,
        double difference,
        Interval differenceCi,
        double worse,
        List<Double> baselineRuns,
        List<Double> otherRuns,
        int unknown,
        double spread,
        double chance,
        Finding finding,
        String reason) {
    public MetricDifference {
        baselineRuns = List.copyOf(baselineRuns);
        otherRuns = List.copyOf(otherRuns);
    }

    static MetricDifference absent(Metric metric, String why) {
        return new MetricDifference(
                metric,
                Double.NaN,
                Double.NaN,
                Double.NaN,
                new Interval(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY),
                Double.NaN,
                List.of(),
                List.of(),
                0,
                Double.NaN,
                Double.NaN,
                Finding.NOT_COMPARABLE,
                why);
    }

    /** The same figures, of which nothing may be concluded; what is not comparable stays so. */
    public MetricDifference undecided(String why) {
        return finding == Finding.NOT_COMPARABLE ? this : with(Double.NaN, Double.NaN, Finding.NOT_DECIDED, why);
    }

    MetricDifference with(double certainty, double adjusted, Finding found, String why) {
        return new MetricDifference(
                metric,
                baseline,
                other,
                difference,
                differenceCi,
                certainty,
                baselineRuns,
                otherRuns,
                unknown,
                spread,
                adjusted,
                found,
                why);
    }

    /** Whether higher values of the statistic are the better ones. */
    public boolean higherIsBetter() {
        return Criterion.of(metric, 0).better() == Better.HIGHER;
    }
}
