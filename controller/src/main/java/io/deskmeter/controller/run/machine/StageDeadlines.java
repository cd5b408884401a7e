package io.deskmeter.controller.run.machine;

import io.deskmeter.controller.run.plan.RunPlan;
import io.deskmeter.workload.ThinkTime;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.WorkloadProfile;
import io.deskmeter.workload.operation.Operation;
import io.deskmeter.workload.step.Step;
import io.deskmeter.workload.step.Until;
import java.time.Duration;
import java.util.List;

/**
 * How long each state of a run may take. Derived from the profile: an operation cannot take longer than its think time,
 * the time-outs of its conditions and {@link #STEP} for each of its steps; an iteration not longer than its operations.
 * The bounds are generous on purpose: they catch what hangs, and judge nothing.
 */
public final class StageDeadlines {
    /** The time limit for an agent to connect. */
    public static final Duration AGENT = Duration.ofMinutes(2);
    /** For the timings of the last operations to be stored. */
    public static final Duration TIMINGS = Duration.ofSeconds(15);
    /** For the agent to end all desktops. */
    public static final Duration CLEAN_UP = Duration.ofSeconds(60);
    /** For a desktop to start, and to be tried again. */
    static final Duration LOGON = Duration.ofMinutes(3);
    /** For the input of a step, or for the end of an application. */
    static final Duration STEP = Duration.ofSeconds(5);

    /** For the trial of the pointer before a gesture: ten seconds each to move and to move back. */
    static final Duration POINTER = Duration.ofSeconds(20);

    private final RunPlan plan;
    private final Duration iteration;
    private final Duration operation;

    public StageDeadlines(RunPlan plan) {
        this.plan = plan;
        Duration sum = Duration.ZERO;
        Duration longest = Duration.ZERO;
        for (Workload workload : plan.workloads()) {
            for (Operation operation : workload.operations()) {
                for (Operation.Occurrence occurrence : operation.occurrences()) {
                    Duration one = bound(occurrence).plus(longestThink());
                    sum = sum.plus(one);
                    longest = longest.compareTo(one) > 0 ? longest : one;
                }
            }
            sum = sum.plus(STEP.multipliedBy(2));
        }
        this.iteration = sum;
        this.operation = longest;
    }

    /** A bound of one iteration. */
    public Duration iteration() {
        return iteration;
    }

    /** Until every session, {@code added} of them new, has warmed up. */
    public Duration rampUp(int added) {
        WorkloadProfile workloads = plan.profile().workloads();
        return plan.profile()
                .logonInterval()
                .multipliedBy(added)
                .plus(LOGON)
                .plus(iteration.multipliedBy(workloads.skipFirst() + 1L));
    }

    /** Until every session has worked its window. */
    public Duration steady() {
        return iteration.multipliedBy(plan.profile().workloads().steadyIterations() + 1L);
    }

    /** Until every session has ended its current operation and its desktop. */
    public Duration rampDown() {
        return operation.plus(CLEAN_UP);
    }

    private Duration longestThink() {
        ThinkTime think = plan.profile().workloads().think();
        return Duration.ofMillis(Math.round(think.mean().toMillis() * (1 + think.spread())));
    }

    private static Duration bound(Operation.Occurrence occurrence) {
        return bound(occurrence.before())
                .plus(bound(occurrence.steps()))
                .plus(occurrence.until().within());
    }

    private static Duration bound(List<Step> steps) {
        return steps.stream().map(StageDeadlines::bound).reduce(Duration.ZERO, Duration::plus);
    }

    private static Duration bound(Step step) {
        if (step instanceof Step.Await await) {
            Until until = await.until();
            return until.within().plus(STEP);
        }
        if (step instanceof Step.Wait wait) {
            return wait.duration().plus(STEP);
        }
        if (step instanceof Step.Gesture gesture) {
            return gesture.duration().plus(POINTER).plus(STEP);
        }
        return step instanceof Step.Drag drag ? drag.duration().plus(STEP) : STEP;
    }
}
