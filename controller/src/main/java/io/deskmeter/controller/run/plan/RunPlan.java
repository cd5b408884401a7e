package io.deskmeter.controller.run.plan;

import io.deskmeter.measure.point.OperationCount;
import io.deskmeter.measure.point.OperationPlan;
import io.deskmeter.measure.verdict.MetricPlan;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.operation.Operation;
import io.deskmeter.workload.run.Load;
import io.deskmeter.workload.run.RunProfile;
import io.deskmeter.workload.targets.Account;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The plan of a run.
 *
 * @param id of the run
 * @param profile checked
 * @param yaml the document it was read from, as it travels to agents
 * @param workloads those of the profile, in its order
 * @param accounts of those who log on, none where nobody does
 * @param createdAt a label
 */
public record RunPlan(
        String id,
        RunProfile profile,
        String yaml,
        List<Workload> workloads,
        List<Account> accounts,
        Instant createdAt) {
    public RunPlan {
        workloads = List.copyOf(workloads);
        accounts = List.copyOf(accounts);
    }

    /** Checksums that an agent must have, by workload. */
    public Map<String, String> checksums() {
        return workloads.stream().collect(Collectors.toMap(Workload::id, Workload::checksum));
    }

    /** The number of timings of one iteration of a session that works all workloads. */
    public int operationsPerIteration() {
        return workloads.stream()
                .flatMap(workload -> workload.operations().stream())
                .mapToInt(operation -> operation.occurrences().size())
                .sum();
    }

    /** The operations of one iteration of a session that works all workloads. */
    public List<OperationCount> perIteration() {
        List<OperationCount> operations = new ArrayList<>();
        for (Workload workload : workloads) {
            for (Operation operation : workload.operations()) {
                operations.add(new OperationCount(
                        workload.id(),
                        operation.id(),
                        operation.group(),
                        operation.occurrences().size()));
            }
        }
        return operations;
    }

    /** What it measures beside responses. */
    public MetricPlan metrics() {
        return MetricPlan.of(workloads);
    }

    /**
     * What its sessions work.
     *
     * @param positions of the sessions
     */
    public OperationPlan operations(Map<Integer, Integer> positions) {
        return OperationPlan.of(perIteration(), profile.workloads(), positions);
    }

    /** Whether the load goes up and down, so that a point that fails leads to a smaller one. */
    public boolean searches() {
        return profile.load() instanceof Load.FindMax;
    }

    /** {@code fixed}, {@code steps}, {@code ramp} or {@code find-max}. */
    public String mode() {
        return mode(profile.load());
    }

    /** The name of a load's shape. */
    public static String mode(Load load) {
        if (load instanceof Load.Fixed) {
            return "fixed";
        }
        if (load instanceof Load.Steps) {
            return "steps";
        }
        return load instanceof Load.Ramp ? "ramp" : "find-max";
    }
}
