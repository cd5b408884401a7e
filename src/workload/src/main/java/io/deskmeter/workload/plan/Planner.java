package io.deskmeter.workload.plan;

import static io.deskmeter.workload.plan.SeedMixer.mix;

import io.deskmeter.workload.ThinkTime;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.WorkloadProfile;
import io.deskmeter.workload.operation.Operation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Makes the plan of a session. Every iteration has a random stream of its own, drawn from (seed, session, iteration)
 * alone, so any iteration can be made without the ones before it, and adding a session changes no other session's plan.
 * Its position decides on the workloads of which the profile gives a share of the sessions only.
 */
public final class Planner {
    private final WorkloadProfile profile;
    private final List<Workload> workloads;
    private final SessionShares shares;

    /** @param workloads those that the profile names, in the profile's order */
    public Planner(WorkloadProfile profile, List<Workload> workloads) {
        List<String> given = workloads.stream().map(Workload::id).toList();
        if (!given.equals(profile.workloads())) {
            throw new IllegalArgumentException("workloads: " + given + " (expected: " + profile.workloads() + ")");
        }
        this.profile = profile;
        this.workloads = profile.pace()
                .map(pace -> workloads.stream().map(each -> Pace.of(each, pace)).toList())
                .orElse(List.copyOf(workloads));
        this.shares = new SessionShares(profile);
    }

    /**
     * The operations of one iteration of a session whose position is its number, as in a run that never stops sessions
     * and loses none.
     */
    public List<PlannedOperation> iteration(int session, int iteration) {
        return iteration(session, session, iteration);
    }

    /**
     * The operations of one iteration of one session, in order.
     *
     * @param session from 0
     * @param position from 0, among the sessions of its load point; see {@link SessionShares}
     * @param iteration from 0; may go beyond {@link WorkloadProfile#iterations()}, for sessions that keep the load up
     */
    public List<PlannedOperation> iteration(int session, int position, int iteration) {
        Random random = new Random(mix(mix(mix(profile.seed()) + session) + iteration));
        List<Workload> order = new ArrayList<>();
        workloads.stream()
                .filter(workload -> shares.works(position, workload.id()))
                .forEach(order::add);
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
}
