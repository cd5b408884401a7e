package io.deskmeter.controller.report.compare;

import io.deskmeter.measure.compare.MetricDifference;
import io.deskmeter.measure.expect.Finding;
import io.deskmeter.measure.point.Criterion;
import io.deskmeter.measure.statistics.Interval;
import io.deskmeter.workload.metric.Metric;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/**
 * How the statistic of a metric of one side differs from that of the baseline; see {@link MetricDifference}.
 *
 * @param metric its id
 * @param title for people
 * @param unit of all figures
 * @param statistic that judges the metric: {@code p95}, {@code p5}, …
 * @param better {@code lower} or {@code higher}
 * @param baseline of the baseline, infinitely bad where too many operations failed
 * @param other of the other side
 * @param difference other − baseline
 * @param differenceCi 95 % interval of it
 * @param worse how sure it is that the other side is worse: 0 (surely better) to 1 (surely worse); NaN where that is
 *     not known
 * @param surelyWorse whether it is worse beyond the uncertainty
 * @param surelyBetter whether it is better beyond the uncertainty
 * @param baselineRuns of each run of the baseline
 * @param otherRuns of each other run
 * @param unknown values of both sides that are not known
 * @param spread standard deviation among equal runs; NaN where it is not known
 * @param chance how probable a difference as large is between equal sides, adjusted to the number of metrics
 * @param finding what that means
 * @param reason why there is no finding; empty where there is one
 */
@Schema(name = "MetricDifference")
public record MetricDifferenceFigures(
        String metric,
        String title,
        String unit,
        String statistic,
        String better,
        double baseline,
        double other,
        double difference,
        Interval differenceCi,
        double worse,
        boolean surelyWorse,
        boolean surelyBetter,
        List<Double> baselineRuns,
        List<Double> otherRuns,
        int unknown,
        double spread,
        double chance,
        Finding finding,
        String reason) {
    static MetricDifferenceFigures of(MetricDifference difference) {
        Metric metric = difference.metric();
        Criterion criterion = Criterion.of(metric, 0);
        return new MetricDifferenceFigures(
                metric.id(),
                metric.title(),
                criterion.unit(),
                metric.statistic().word(),
                criterion.better().word(),
                difference.baseline(),
                difference.other(),
                difference.difference(),
                difference.differenceCi(),
                difference.worse(),
                difference.finding() == Finding.WORSE,
                difference.finding() == Finding.BETTER,
                difference.baselineRuns(),
                difference.otherRuns(),
                difference.unknown(),
                difference.spread(),
                difference.chance(),
                difference.finding(),
                difference.reason());
    }
}
