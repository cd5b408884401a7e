package io.deskmeter.controller.report;

import io.deskmeter.controller.point.CriterionFigures;
import io.deskmeter.controller.point.MetricFigures;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/**
 * What the workloads of a run measured beside responses.
 *
 * @param metrics what they are
 * @param loadPoints their figures, in the order in which the load points were measured
 */
@Schema(name = "RunMetrics")
public record RunMetrics(List<MetricInfo> metrics, List<PointMetrics> loadPoints) {
    public RunMetrics {
        metrics = List.copyOf(metrics);
        loadPoints = List.copyOf(loadPoints);
    }

    /**
     * The metrics at a load point.
     *
     * @param loadPoint index from 1
     * @param sessions that were to work
     * @param metrics of all metrics
     * @param criteria all that it was judged by, those of the groups A and B first
     */
    @Schema(name = "PointMetrics")
    public record PointMetrics(
            int loadPoint, int sessions, List<MetricFigures> metrics, List<CriterionFigures> criteria) {
        public PointMetrics {
            metrics = List.copyOf(metrics);
            criteria = List.copyOf(criteria);
        }
    }
}
