package io.deskmeter.measure.point;

import io.deskmeter.measure.timing.Ending;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.run.Thresholds;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The results of a load point: what was planned, how it ended, and what follows. All of it comes from the same entries,
 * so its figures add up.
 *
 * @param sessions of the load point, discarded ones included
 * @param discarded sessions that did not work to its end: what they were to work and did not counts as lost
 * @param faulted sessions that an error of Deskmeter itself ended: what they did not work is not known
 * @param account what was planned, and how each of it ended
 * @param withoutTiming the planned operations of which no timing came, by session
 * @param thresholds what it was judged against
 * @param a group A
 * @param b group B
 * @param logons that were asked for with it
 * @param verdict with regard to the uncertainty
 * @param pass by the estimates alone, whatever the unknown values were: what holds once a point has been measured long
 *     enough
 * @param limitedBy what broke a threshold or a limit by its estimate, null where nothing did or nothing was measured
 * @param failure why it failed whatever its timings say, null where they alone decide
 * @param notJudged why its figures say nothing of the platform: Deskmeter itself was beyond its bounds; empty where it
 *     was not
 * @param endedEarly why it was judged before all that counts was worked, because it had failed already; empty if it was
 *     measured to its end
 * @param desktopsWithinThresholds sessions that were not lost, with at least 95 % of their A and at least 95 % of their
 *     B within the thresholds
 * @param desktopsWithinBest the same if what was not delivered had been within
 * @param outcomes how many planned operations ended how, all sessions and groups included; every outcome has an entry
 * @param scheduleLagP95Ms 95th percentile of how much later than intended the input left, NaN where none left
 * @param operations details, group C included, sorted by workload, and within one by first appearance
 * @param ofSessions details of each session that has planned operations, by session
 * @param criteria all that it was judged by: those of the groups A and B, then logons if they have a threshold, then
 *     one for each limit on a metric
 * @param metrics all that its workloads measure beside responses, whether a limit is set on them or not
 */
public record LoadPointSummary(
        int sessions,
        int discarded,
        int faulted,
        PointAccount account,
        List<WithoutTiming> withoutTiming,
        Thresholds thresholds,
        GroupSummary a,
        GroupSummary b,
        LogonSummary logons,
        Verdict verdict,
        boolean pass,
        @Nullable LimitingFactor limitedBy,
        @Nullable PointFailure failure,
        String notJudged,
        String endedEarly,
        int desktopsWithinThresholds,
        int desktopsWithinBest,
        Map<Outcome, Integer> outcomes,
        double scheduleLagP95Ms,
        List<OperationSummary> operations,
        List<SessionSummary> ofSessions,
        List<CriterionResult> criteria,
        List<MetricSummary> metrics) {
    public LoadPointSummary {
        withoutTiming = List.copyOf(withoutTiming);
        outcomes = Collections.unmodifiableMap(new TreeMap<>(outcomes));
        operations = List.copyOf(operations);
        ofSessions = List.copyOf(ofSessions);
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
        return with(Verdict.FAIL, false, why, "", endedEarly);
    }

    /**
     * The same figures for a point that says nothing of the platform: neither that it carries so many sessions nor that
     * it does not.
     */
    public LoadPointSummary notJudged(String why) {
        return with(Verdict.UNDECIDED, false, null, why, endedEarly);
    }

    /** The same figures for a point that was ended before all that counts was worked. */
    public LoadPointSummary endedEarly(String why) {
        return with(verdict, pass, failure, notJudged, why);
    }

    private LoadPointSummary with(
            Verdict decided, boolean passed, @Nullable PointFailure failed, String withoutVerdict, String early) {
        return new LoadPointSummary(
                sessions,
                discarded,
                faulted,
                account,
                withoutTiming,
                thresholds,
                a,
                b,
                logons,
                decided,
                passed,
                withoutVerdict.isEmpty() ? limitedBy : null,
                failed,
                withoutVerdict,
                early,
                desktopsWithinThresholds,
                desktopsWithinBest,
                outcomes,
                scheduleLagP95Ms,
                operations,
                ofSessions,
                criteria,
                metrics);
    }

    /** How many sessions were there to its end: what a capacity may count. */
    public int carried() {
        return Math.max(0, sessions - discarded - faulted);
    }

    /**
     * Whether the point shows that the platform cannot carry this many sessions: by a threshold, or a failure. False if
     * nothing was measured.
     */
    public boolean broken() {
        return limitedBy != null || failure != null;
    }

    /** Whether its figures say something of the platform. */
    public boolean isJudged() {
        return notJudged.isEmpty();
    }

    /** How many planned operations ended so. */
    public int count(Outcome outcome) {
        return outcomes.getOrDefault(outcome, 0);
    }

    /** Operations of lost sessions of which no timing came. */
    public int lostOperations() {
        return countWithoutTiming(Ending.LOST);
    }

    /** Operations of sessions that were there of which no timing came, though there was time for them. */
    public int missingTimings() {
        return countWithoutTiming(Ending.NOT_DELIVERED);
    }

    private int countWithoutTiming(Ending ending) {
        return withoutTiming.stream()
                .filter(missing -> missing.ending() == ending)
                .mapToInt(WithoutTiming::count)
                .sum();
    }
}
