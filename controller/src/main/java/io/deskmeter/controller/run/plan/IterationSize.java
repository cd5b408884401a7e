package io.deskmeter.controller.run.plan;

import io.deskmeter.workload.Workload;
import io.deskmeter.workload.plan.SessionShares;
import java.util.LinkedHashMap;
import java.util.Map;

/** The number of operations in one iteration of a session. Immutable. */
public final class IterationSize {
    private final SessionShares shares;
    /** Of the workloads that all sessions work, together. */
    private final int common;
    /** Of each workload that a share of the sessions works. */
    private final Map<String, Integer> shared = new LinkedHashMap<>();

    public IterationSize(RunPlan plan) {
        this.shares = new SessionShares(plan.profile().workloads());
        int sum = 0;
        for (Workload workload : plan.workloads()) {
            int operations = workload.operations().stream()
                    .mapToInt(operation -> operation.occurrences().size())
                    .sum();
            if (plan.profile().workloads().shares().containsKey(workload.id())) {
                shared.put(workload.id(), operations);
            } else {
                sum += operations;
            }
        }
        this.common = sum;
    }

    /** Of the session in that position. */
    public int of(int position) {
        int size = common;
        for (Map.Entry<String, Integer> workload : shared.entrySet()) {
            if (shares.works(position, workload.getKey())) {
                size += workload.getValue();
            }
        }
        return size;
    }
}
