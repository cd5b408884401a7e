package io.deskmeter.controller.run.machine;

import io.deskmeter.controller.point.CountedRange;
import io.deskmeter.controller.run.fact.RunState;
import io.deskmeter.controller.run.plan.RunPlan;
import io.deskmeter.workload.WorkloadProfile;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Estimates the remaining time of a load point from the duration of iterations so far. Owned by the run's mailbox. */
final class EtaEstimator {
    /**
     * Weight of the newest iteration in the running mean: slow enough to be calm, fast enough to follow a new load
     * point.
     */
    private static final double NEWEST = 0.2;

    private final RunPlan plan;
    private final Map<Integer, Long> startedAt = new HashMap<>();
    private double iterationNanos;

    EtaEstimator(RunPlan plan) {
        this.plan = plan;
        WorkloadProfile workloads = plan.profile().workloads();
        // Without timings: the think times, and a second for each operation.
        this.iterationNanos =
                workloads.think().mean().plusSeconds(1).toNanos() * (double) plan.operationsPerIteration();
    }

    /** An iteration of the session starts. */
    void started(int session, long nanos) {
        Long before = startedAt.put(session, nanos);
        if (before != null) {
            iterationNanos = (1 - NEWEST) * iterationNanos + NEWEST * (double) (nanos - before);
        }
    }

    /** The time until the present load point can be judged, null if there is none. */
    @Nullable
    Long remainingSeconds(RunState state, RunContext runContext, int toStart, long nanos) {
        LoadPointProgress point = runContext.pointOrNull();
        if (point == null || !(state == RunState.RAMPING_UP || state == RunState.STEADY)) {
            return null;
        }
        double starts = (double) plan.profile().logonInterval().toNanos() * toStart;
        double longest = starts > 0 ? starts + iterationNanos * wanted(null, point) : 0;
        for (SessionTracker.Entry entry : runContext.sessions().live()) {
            long since = nanos - startedAt.getOrDefault(entry.session(), nanos);
            double left = iterationNanos * (wanted(entry, point) - Math.max(0, entry.iteration()));
            longest = Math.max(longest, left - Math.min((double) since, iterationNanos));
        }
        return Duration.ofNanos((long) longest).toSeconds();
    }

    /** The iteration with whose start a session has done its part. */
    private double wanted(SessionTracker.@Nullable Entry entry, LoadPointProgress point) {
        WorkloadProfile workloads = plan.profile().workloads();
        CountedRange range = entry == null ? null : point.counted().get(entry.session());
        if (range != null) {
            return range.to();
        }
        int warm = entry == null ? 0 : Math.max(0, entry.iteration());
        // On average a window opens halfway through an iteration.
        return Math.max(warm, workloads.skipFirst()) + point.iterations(workloads) + 0.5;
    }
}
