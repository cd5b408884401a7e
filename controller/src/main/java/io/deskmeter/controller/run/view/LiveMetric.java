package io.deskmeter.controller.run.view;

import io.deskmeter.measure.point.Criterion;
import io.deskmeter.measure.point.MetricSummary;
import io.deskmeter.measure.statistics.Interval;
import io.deskmeter.workload.metric.Metric;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Running figures of a metric with a limit at the present load point, as of the last two seconds.
 *
 * @param metric its id
 * @param title for people
 * @param unit of values and limit
 * @param better {@code lower} or {@code higher}
 * @param statistic {@code p95}, {@code p5}, …
 * @param limit what the value must reach where higher is better, and must not exceed where lower is
 * @param count values so far, those of failed operations included
 * @param failed those of failed operations
 * @param unknown values that are not known; a sample that is still on its way is one of them
 * @param value of the statistic; null where nothing is known yet, and where too much failed
 * @param low lower end of its 95 % interval
 * @param high upper end of its 95 % interval
 */
public record LiveMetric(
        String metric,
        String title,
        String unit,
        String better,
        String statistic,
        double limit,
        int count,
        int failed,
        int unknown,
        @Nullable Double value,
        @Nullable Double low,
        @Nullable Double high) {

    /** Those of a run that have a limit, with the figures that there are. */
    public static List<LiveMetric> of(List<Metric> metrics, Map<String, Double> limits, List<MetricSummary> figures) {
        return metrics.stream()
                .filter(metric -> limits.containsKey(metric.id()))
                .map(metric -> figures.stream()
                        .filter(summary -> summary.metric().equals(metric))
                        .findFirst()
                        .map(summary -> of(metric, limits, summary))
                        .orElseGet(() -> without(metric, limits)))
                .toList();
    }

    private static LiveMetric of(Metric metric, Map<String, Double> limits, MetricSummary summary) {
        Criterion criterion = Criterion.of(metric, limits.getOrDefault(metric.id(), Double.NaN));
        Interval interval = summary.interval();
        return new LiveMetric(
                metric.id(),
                criterion.title(),
                criterion.unit(),
                criterion.better().word(),
                criterion.statistic().word(),
                criterion.limit(),
                summary.count(),
                summary.failed(),
                summary.unknown(),
                finite(summary.value()),
                finite(interval.low()),
                finite(interval.high()));
    }

    private static LiveMetric without(Metric metric, Map<String, Double> limits) {
        Criterion criterion = Criterion.of(metric, limits.getOrDefault(metric.id(), Double.NaN));
        return new LiveMetric(
                metric.id(),
                criterion.title(),
                criterion.unit(),
                criterion.better().word(),
                criterion.statistic().word(),
                criterion.limit(),
                0,
                0,
                0,
                null,
                null,
                null);
    }

    /** JSON has neither infinity nor NaN. */
    public static @Nullable Double finite(double value) {
        return Double.isFinite(value) ? value : null;
    }

    /** What may be, where nothing is measured now. */
    public static List<LiveMetric> withoutFigures(List<Metric> metrics, Map<String, Double> limits) {
        return of(metrics, limits, List.of());
    }
}
