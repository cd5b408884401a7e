package io.deskmeter.measure.verdict;

import io.deskmeter.measure.timing.SampledOperation;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.metric.Metric;
import io.deskmeter.workload.metric.MetricSource;
import io.deskmeter.workload.operation.Operation;
import io.deskmeter.workload.step.Step;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a run measures beside responses.
 *
 * @param metrics each id once, in the order in which the workloads declare them, those that every session has last
 * @param operations which operations give samples of which metrics
 */
public record MetricPlan(List<Metric> metrics, List<SampledOperation> operations) {
    /** Responses only. */
    public static final MetricPlan NONE = new MetricPlan(List.of(), List.of());

    public MetricPlan {
        metrics = List.copyOf(metrics);
        operations = List.copyOf(operations);
    }

    /**
     * That of a run of these workloads, with what every session has; of a metric that several declare the first
     * declaration counts.
     */
    public static MetricPlan of(List<Workload> workloads) {
        Map<String, Metric> metrics = new LinkedHashMap<>();
        List<SampledOperation> operations = new ArrayList<>();
        for (Workload workload : workloads) {
            for (Metric metric : workload.metrics()) {
                metrics.putIfAbsent(metric.id(), metric);
                for (Operation operation : workload.operations()) {
                    MetricSource.of(metric.source())
                            .filter(source -> source.samples(operation))
                            .ifPresent(source -> operations.add(new SampledOperation(
                                    workload.id(), operation.id(), metric.id(), samples(source, operation))));
                }
            }
        }
        MetricSource.ofEverySession().forEach(metric -> metrics.put(metric.id(), metric));
        return new MetricPlan(new ArrayList<>(metrics.values()), operations);
    }

    private static int samples(MetricSource source, Operation operation) {
        return source.samplesMoves()
                ? operation.gesture().map(Step.Gesture::moves).orElse(1)
                : 1;
    }
}
