package io.deskmeter.controller.point;

import io.deskmeter.measure.point.LoadPointSummary;
import io.deskmeter.measure.point.MissingOperations;
import io.deskmeter.measure.point.OperationPlan;
import io.deskmeter.measure.point.PointFailure;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.timing.SampledSession;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.measure.timing.TimingList;
import io.deskmeter.measure.validity.PacingStatistics;
import io.deskmeter.measure.verdict.Judge;
import io.deskmeter.measure.verdict.MetricPlan;
import io.deskmeter.measure.verdict.OwedSamples;
import io.deskmeter.measure.verdict.PointSamples;
import io.deskmeter.measure.verdict.PointTimings;
import io.deskmeter.workload.metric.Metric;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.run.RunProfile;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Judges a load point from its stored record: during the run, and later from the store. Both use the timings that were
 * present when the run judged it, so that a late timing never makes a report contradict the capacity. A pure function,
 * and the only place that turns timings into a verdict.
 */
public final class LoadPointJudge {
    private LoadPointJudge() {}

    /**
     * Judges.
     *
     * @param point as it is written down
     * @param steady the timings that it was judged by; see {@link PointRecord#judgedBy(Timing)}
     * @param plan what its sessions work
     * @param samples of metrics that it was judged by; see {@link PointRecord#judgedBy(Sample)}
     * @param profile of the run
     */
    public static JudgedPoint judge(
            PointRecord point, List<Timing> steady, OperationPlan plan, PointSamples samples, RunProfile profile) {
        TimingList timings = TimingList.copyOf(steady);
        PointTimings planned = planned(point, timings, plan);
        LoadPointSummary summary = Judge.judge(
                planned,
                whole(point, samples, planned.lostSessions()),
                profile.thresholds(),
                profile.limits(),
                profile.workloads().seed());
        return new JudgedPoint(
                point, decided(point, summary, plan.groups(iterations(point))), pacing(plan, point, timings));
    }

    private static PointTimings planned(PointRecord point, TimingList timings, OperationPlan plan) {
        return new PointTimings(
                point.sessions(),
                new HashSet<>(point.discarded()),
                timings,
                missing(point.counted(), plan, timings),
                !point.endedEarly().isEmpty(),
                point.logons(),
                point.worked().faults().keySet());
    }

    /**
     * What each session gave of a metric, by session, as the verdict counts it.
     *
     * @param steady the timings that the point was judged by
     * @param samples of the metric that it was judged by
     */
    public static List<SampledSession> bySession(
            PointRecord point, List<Timing> steady, OperationPlan plan, PointSamples samples, Metric metric) {
        PointTimings planned = planned(point, TimingList.copyOf(steady), plan);
        return whole(point, samples, planned.lostSessions()).bySession(metric, planned);
    }

    /**
     * With the samples that iterations owe and that did not come; a point that was ended early had no time for those of
     * sessions that were there.
     */
    private static PointSamples whole(PointRecord point, PointSamples samples, Set<Integer> lost) {
        Map<Integer, Integer> iterations = iterations(point);
        if (!point.endedEarly().isEmpty()) {
            iterations.keySet().retainAll(lost);
        }
        OwedSamples owed = new OwedSamples(samples.plan(), iterations, samples.steady());
        return new PointSamples(samples.plan(), owed.whole(lost));
    }

    /**
     * The samples that each session of a point owes for each of its iterations that count.
     *
     * @param steady the samples that came
     */
    public static OwedSamples owed(PointRecord point, MetricPlan plan, List<Sample> steady) {
        return new OwedSamples(plan, iterations(point), steady);
    }

    private static LoadPointSummary decided(PointRecord point, LoadPointSummary summary, Map<Group, Integer> planned) {
        LoadPointSummary early = point.endedEarly().isEmpty() ? summary : summary.endedEarly(point.endedEarly());
        String unplanned = unplanned(early, planned);
        if (!point.notJudged().isEmpty()) {
            return early.notJudged(point.notJudged());
        }
        PointFailure failure = point.failure();
        if (failure != null) {
            return early.failed(failure);
        }
        return unplanned.isEmpty() ? early : early.notJudged(unplanned);
    }

    /** The account must be one of what was planned, no more and no less. */
    private static String unplanned(LoadPointSummary summary, Map<Group, Integer> planned) {
        for (Group group : Group.values()) {
            int wanted = planned.getOrDefault(group, 0);
            int accounted = summary.account()
                    .line(group.name())
                    .map(line -> line.planned())
                    .orElse(0);
            if (accounted != wanted) {
                return "timings of " + accounted + " operations of group " + group + " came (expected: the " + wanted
                        + " that were planned; Deskmeter's own fault)";
            }
        }
        return "";
    }

    /** The planned operations of the window without a timing. */
    public static List<MissingOperations> missing(
            Map<Integer, CountedRange> counted, OperationPlan plan, List<Timing> steady) {
        Map<Integer, Integer> iterations = new HashMap<>();
        counted.forEach((session, range) -> iterations.put(session, range.length()));
        return MissingOperations.of(iterations, plan, steady);
    }

    private static Map<Integer, Integer> iterations(PointRecord point) {
        Map<Integer, Integer> iterations = new HashMap<>();
        point.counted().forEach((session, range) -> iterations.put(session, range.length()));
        return iterations;
    }

    /** Whether the remaining sessions worked as planned. */
    private static PacingStatistics pacing(OperationPlan plan, PointRecord point, TimingList steady) {
        Set<Integer> discarded = new HashSet<>(point.discarded());
        discarded.addAll(point.worked().faults().keySet());
        Map<Integer, Integer> iterations = iterations(point);
        iterations.keySet().removeAll(discarded);
        TimingList kept = steady.ofIterations((session, iteration) -> !discarded.contains(session));
        // The mix of operations is the planned one only when all are worked.
        return PacingStatistics.of(kept, point.endedEarly().isEmpty() ? plan.planned(iterations) : Map.of());
    }
}
