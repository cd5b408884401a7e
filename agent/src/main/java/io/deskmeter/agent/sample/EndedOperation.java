package io.deskmeter.agent.sample;

import io.deskmeter.agent.series.Series;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.metric.Metric;
import io.deskmeter.workload.metric.MetricSource;
import io.deskmeter.workload.operation.Operation;
import io.deskmeter.workload.step.Condition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An operation that has ended, as samplers need it.
 *
 * @param until the condition that its occurrence waited for
 * @param intervals between the frames that its measurement took, begun with its input; null where it has none, since no
 *     input left
 */
public record EndedOperation(
        Workload workload,
        Operation operation,
        Condition until,
        Timing timing,
        @Nullable Series intervals) {
    /** The metrics of its workload. */
    public List<Metric> metrics() {
        return workload.metrics();
    }

    /** Whether a metric of its workload comes from this source. */
    public boolean measures(MetricSource source) {
        return metrics().stream().anyMatch(metric -> metric.source().equals(source.id()));
    }
}
