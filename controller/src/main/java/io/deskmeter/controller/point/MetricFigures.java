package io.deskmeter.controller.point;

import io.deskmeter.measure.point.MetricSummary;
import io.deskmeter.measure.statistics.Interval;
import io.swagger.v3.oas.annotations.media.Schema;

/**
 * A metric at a load point; see {@link MetricSummary}. Operations that failed or were lost count as worse than any
 * sample.
 *
 * @param metric its id
 * @param count samples that entered the statistics, those of failed operations included
 * @param failed those of failed operations
 * @param unknown samples without a value, which are not in {@code count}
 * @param value of the statistic that judges
 * @param interval 95 % interval of {@code value}
 * @param mean of the known values
 * @param p5 5th percentile
 * @param p50 median
 * @param p95 95th percentile
 * @param reason why nothing can be said of a limit: too much is unknown; empty otherwise
 */
@Schema(name = "ReportMetricFigures")
public record MetricFigures(
        String metric,
        int count,
        int failed,
        int unknown,
        double value,
        Interval interval,
        double mean,
        double p5,
        double p50,
        double p95,
        String reason) {
    /** From the judge's summary. */
    public static MetricFigures of(MetricSummary summary) {
        return new MetricFigures(
                summary.metric().id(),
                summary.count(),
                summary.failed(),
                summary.unknown(),
                summary.value(),
                summary.interval(),
                summary.mean(),
                summary.p5(),
                summary.p50(),
                summary.p95(),
                summary.reason());
    }
}
