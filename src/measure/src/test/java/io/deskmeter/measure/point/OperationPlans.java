package io.deskmeter.measure.point;

import io.deskmeter.workload.ThinkTime;
import io.deskmeter.workload.WorkloadProfile;
import io.deskmeter.workload.WorkloadProfile.Order;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Plans for tests. */
public final class OperationPlans {
    private OperationPlans() {}

    /** All sessions work these. */
    public static OperationPlan alike(OperationCount... perIteration) {
        return shared(Map.of(), Map.of(), perIteration);
    }

    /** The same, but only shares of the sessions work some of the workloads. */
    static OperationPlan shared(
            Map<String, Double> shares, Map<Integer, Integer> positions, OperationCount... perIteration) {
        List<String> workloads =
                Stream.of(perIteration).map(OperationCount::workload).distinct().toList();
        ThinkTime think = new ThinkTime(Duration.ofSeconds(2), 0.5);
        return OperationPlan.of(
                List.of(perIteration),
                new WorkloadProfile("p", workloads, shares, 5, 1, 1, think, Order.SHUFFLED, 1),
                positions);
    }
}
