package io.deskmeter.controller.run;

import io.deskmeter.controller.run.RunJournal.CountedRange;
import io.deskmeter.controller.run.RunJournal.PointRecord;
import io.deskmeter.measure.Judge;
import io.deskmeter.measure.LoadPointSummary;
import io.deskmeter.measure.MetricPlan;
import io.deskmeter.measure.MissingOperations;
import io.deskmeter.measure.OperationPlan;
import io.deskmeter.measure.OwedSamples;
import io.deskmeter.measure.PointFailure;
import io.deskmeter.measure.PointSamples;
import io.deskmeter.measure.PointTimings;
import io.deskmeter.measure.Sample;
import io.deskmeter.measure.Timing;
import io.deskmeter.workload.RunProfile;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/**
 * Judges a load point from its stored record: during the run, and later from the store. Both use the timings that were present when the run judged
 * it, so that a late timing never makes a report contradict the capacity. A pure function.
 */
public final class LoadPointJudge {
    private LoadPointJudge() {}

    /**
     * The results of a load point.
     *
     * @param point as it is written down
     * @param steady the timings that it was judged by; see {@link PointRecord#judgedBy(Timing)}
     * @param plan what its sessions work
     * @param samples of metrics that it was judged by; see {@link PointRecord#judgedBy(Sample)}
     * @param profile of the run
     */
    public static LoadPointSummary judge(
            PointRecord point, List<Timing> steady, OperationPlan plan, PointSamples samples, RunProfile profile) {
        LoadPointSummary summary = Judge.judge(
                new PointTimings(point.sessions(), new HashSet<>(point.discarded()), steady, lost(point, plan, steady)),
                new PointSamples(
                        samples.plan(),
                        owed(point, samples.plan(), samples.steady()).whole(new HashSet<>(point.discarded()))),
                profile.thresholds(),
                profile.limits(),
                profile.workloads().seed());
        PointFailure failure = point.failure();
        return failure == null ? summary : summary.failed(failure);
    }

    /**
     * The planned operations that count as failed because they have no timing. Those that a point had no time for because it was ended early were
     * not lost.
     */
    public static List<MissingOperations> lost(PointRecord point, OperationPlan plan, List<Timing> steady) {
        List<MissingOperations> missing = missing(point.counted(), plan, steady);
        return point.endedEarly().isEmpty()
                ? missing
                : missing.stream()
                        .filter(operations -> point.discarded().contains(operations.session()))
                        .toList();
    }

    /** The planned operations of the window without a timing. */
    public static List<MissingOperations> missing(
            Map<Integer, CountedRange> counted, OperationPlan plan, List<Timing> steady) {
        return MissingOperations.of(iterations(counted), plan, steady);
    }

    /**
     * The samples that each session of a point owes for each of its iterations that count.
     *
     * @param steady the samples that came
     */
    static OwedSamples owed(PointRecord point, MetricPlan plan, List<Sample> steady) {
        return new OwedSamples(plan, iterations(point.counted()), steady);
    }

    private static Map<Integer, Integer> iterations(Map<Integer, CountedRange> counted) {
        Map<Integer, Integer> iterations = new HashMap<>();
        counted.forEach((session, range) -> iterations.put(session, range.length()));
        return iterations;
    }
}
