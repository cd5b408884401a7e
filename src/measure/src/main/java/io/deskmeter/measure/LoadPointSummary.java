package io.deskmeter.measure;

import io.deskmeter.workload.Group;
import io.deskmeter.workload.Thresholds;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The results of a load point.
 *
 * @param sessions of the load point, discarded ones included
 * @param discarded sessions that did not work to its end: what they were to work and did not counts as failed
 * @param lostOperations how many operations of discarded sessions have no timing; they are in the groups' counts as failed
 * @param missingTimings the same of sessions that were there: their timings were worked, and lost on the way
 * @param thresholds what it was judged against
 * @param a group A
 * @param b group B
 * @param verdict with regard to the uncertainty
 * @param pass by the point estimates alone: what holds once a point has been measured long enough
 * @param limitedBy what broke a threshold or a limit by its point estimate, null where nothing did or nothing was measured
 * @param failure why it failed whatever its timings say, null where they alone decide
 * @param desktopsWithinThresholds sessions that were not lost, with at least 95 % of their A and at least 95 % of their B within the thresholds
 * @param outcomes how many steady operations ended how, all sessions included; every outcome has an entry
 * @param scheduleLagP95Ms 95th percentile of how much later than intended the input left, NaN where none left
 * @param operations details, group C included, sorted by workload, and within one by first appearance
 * @param criteria all that it was judged by: those of the groups A and B, then one for each limit on a metric
 * @param metrics all that its workloads measure beside responses, whether a limit is set on them or not
 */
public record LoadPointSummary(
        int sessions,
        int discarded,
        int lostOperations,
        int missingTimings,
        Thresholds thresholds,
        GroupSummary a,
        GroupSummary b,
        Verdict verdict,
        boolean pass,
        @Nullable LimitingFactor limitedBy,
        @Nullable PointFailure failure,
        int desktopsWithinThresholds,
        Map<Outcome, Integer> outcomes,
        double scheduleLagP95Ms,
        List<OperationSummary> operations,
        List<CriterionResult> criteria,
        List<MetricSummary> metrics) {
    public LoadPointSummary {
        outcomes = Map.copyOf(outcomes);
        operations = List.copyOf(operations);
        criteria = List.copyOf(criteria);
        metrics = List.copyOf(metrics);
    }

    /** A judged group. */
    public GroupSummary group(Group group) {
        return switch (group) {
            case A -> a;
            case B -> b;
            case C -> throw new IllegalArgumentException("group: C (expected: A or B; group C is never judged)");
        };
    }

    /** The same figures for a point that has failed regardless of them. */
    public LoadPointSummary failed(PointFailure why) {
        return new LoadPointSummary(
                sessions,
                discarded,
                lostOperations,
                missingTimings,
                thresholds,
                a,
                b,
                Verdict.FAIL,
                false,
                limitedBy,
                why,
                desktopsWithinThresholds,
                outcomes,
                scheduleLagP95Ms,
                operations,
                criteria,
                metrics);
    }

    /** How many sessions were there to its end: what a capacity may count. */
    public int carried() {
        return Math.max(0, sessions - discarded);
    }

    /** Whether the point shows that the platform cannot carry this many sessions: by a threshold, or a failure. False if nothing was measured. */
    public boolean broken() {
        return limitedBy != null || failure != null;
    }

    /** How many steady operations ended so. */
    public int count(Outcome outcome) {
        return outcomes.getOrDefault(outcome, 0);
    }
}
