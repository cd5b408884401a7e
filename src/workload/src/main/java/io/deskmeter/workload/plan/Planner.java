package io.deskmeter.workload.plan;

import io.deskmeter.workload.Operation;
import io.deskmeter.workload.ThinkTime;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.WorkloadProfile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Makes the plan of a session. Every iteration has a random stream of its own, drawn from (seed, session, iteration) alone, so any
 * iteration can be made without the ones before it, and adding a session changes no other session's plan.
 */
public final class Planner {
    private final WorkloadProfile profile;
    private final List<Workload> workloads;

    /**
     * @param workloads those that the profile names, in the profile's order
     */
    public Planner(WorkloadProfile profile, List<Workload> workloads) {
        List<String> given = workloads.stream().map(Workload::id).toList();
        if (!given.equals(profile.workloads())) {
            throw new IllegalArgumentException("workloads: " + given + " (expected: " + profile.workloads() + ")");
        }
        this.profile = profile;
        this.workloads = List.copyOf(workloads);
    }

    /**
     * The operations of one iteration of one session, in order.
     *
     * @param session from 0
     * @param iteration from 0; may go beyond {@link WorkloadProfile#iterations()}, for sessions that keep the load up
     */
    public List<PlannedOperation> iteration(int session, int iteration) {
        Random random = new Random(mix(mix(mix(profile.seed()) + session) + iteration));
        List<Workload> order = new ArrayList<>(workloads);
        if (profile.order() == WorkloadProfile.Order.SHUFFLED) {
            Collections.shuffle(order, random);
        }
        List<PlannedOperation> plan = new ArrayList<>();
        for (Workload workload : order) {
            boolean first = true;
            for (Operation operation : workload.operations()) {
                for (int occurrence = 0; occurrence < operation.occurrences().size(); occurrence++) {
                    plan.add(new PlannedOperation(iteration, workload, operation, occurrence, think(random), first));
                    first = false;
                }
            }
        }
        return List.copyOf(plan);
    }

    private Duration think(Random random) {
        ThinkTime think = profile.think();
        double factor = 1 + think.spread() * (2 * random.nextDouble() - 1);
        return Duration.ofMillis(Math.round(think.mean().toMillis() * factor));
    }

    /** The finaliser of SplitMix64 (Steele, Lea, Flood 2014): neighbouring seeds give unrelated streams. */
    private static long mix(long z) {
        z += 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
