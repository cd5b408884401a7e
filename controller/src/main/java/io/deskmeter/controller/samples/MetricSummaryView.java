package io.deskmeter.controller.samples;

import io.deskmeter.measure.point.Criterion;
import io.deskmeter.workload.metric.Metric;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * What a metric is.
 *
 * @param id as in the workloads
 * @param title for people
 * @param unit of its samples
 * @param better {@code lower} or {@code higher}
 * @param statistic what judges all samples of a load point
 * @param statisticUnit unit of the statistic and of the limit
 * @param limit of the run profile, null where none is set
 */
@Schema(name = "Metric")
public record MetricSummaryView(
        String id,
        String title,
        String unit,
        String better,
        String statistic,
        String statisticUnit,
        @Nullable Double limit) {
    static MetricSummaryView of(Metric metric, @Nullable Double limit) {
        return new MetricSummaryView(
                metric.id(),
                metric.title(),
                metric.unit(),
                metric.better().word(),
                metric.statistic().word(),
                Criterion.of(metric, 0).unit(),
                limit);
    }
}
