package io.deskmeter.workload.yaml;

import io.deskmeter.workload.Workload;
import io.deskmeter.workload.metric.Metric;
import io.deskmeter.workload.metric.MetricSource;
import io.deskmeter.workload.yaml.document.Value;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The metrics that the workloads of a profile declare together, and those that every session has. */
final class DeclaredMetrics {
    private DeclaredMetrics() {}

    /**
     * By id; a metric that two workloads declare differently is noted as a problem, since no limit could be set on it.
     */
    static SortedMap<String, Metric> of(Value value, List<Workload> workloads) {
        SortedMap<String, Metric> metrics = new TreeMap<>();
        Map<String, String> declaredBy = new HashMap<>();
        for (Workload workload : workloads) {
            for (Metric metric : workload.metrics()) {
                Metric other = metrics.putIfAbsent(metric.id(), metric);
                if (other == null) {
                    declaredBy.put(metric.id(), workload.id());
                } else if (!other.equals(metric)) {
                    value.problem("metric " + metric.id() + ": declared differently by " + declaredBy.get(metric.id())
                            + " and " + workload.id() + " (expected: alike, or another id in one of them)");
                }
            }
        }
        MetricSource.ofEverySession().forEach(metric -> metrics.put(metric.id(), metric));
        return metrics;
    }
}
