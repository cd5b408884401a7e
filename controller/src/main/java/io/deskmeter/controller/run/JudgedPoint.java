package io.deskmeter.controller.run;

import io.deskmeter.controller.run.RunJournal.PointRecord;
import io.deskmeter.measure.LoadPointSummary;
import io.deskmeter.measure.MeasuredPoint;
import io.deskmeter.measure.MetricPlan;
import io.deskmeter.measure.MissingOperations;
import io.deskmeter.measure.OperationPlan;
import io.deskmeter.measure.PacingStatistics;
import io.deskmeter.measure.PointSamples;
import io.deskmeter.measure.Sample;
import io.deskmeter.measure.SampleList;
import io.deskmeter.measure.TimingList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A judged load point.
 *
 * @param record as it is stored
 * @param measured as the search knows it
 * @param pacing whether its sessions kept to the plan
 */
record JudgedPoint(PointRecord record, MeasuredPoint measured, PacingStatistics pacing) {

    /**
     * Judges. A pure function of immutable data, so it runs outside the mailbox.
     *
     * @param positions of the sessions
     * @param record the point when its last timing had come
     * @param brief whether the search asked for a look only
     * @param steady the timings that count, discarded sessions' included
     * @param samples the samples that count
     */
    static JudgedPoint of(
            RunPlan plan,
            Map<Integer, Integer> positions,
            PointRecord record,
            boolean brief,
            TimingList steady,
            SampleList samples) {
        OperationPlan operations = plan.operations(positions);
        MetricPlan metrics = plan.metrics();
        Map<Integer, List<Long>> timingsInTime = inTime(record, operations, steady);
        Set<Integer> withoutAll = new TreeSet<>(timingsInTime.keySet());
        withoutAll.addAll(
                LoadPointJudge.owed(record, metrics, samples).missing().keySet());
        PointRecord whole = record.with(timingsInTime, samplesInTime(metrics, withoutAll, steady, samples));
        LoadPointSummary summary =
                LoadPointJudge.judge(whole, steady, operations, new PointSamples(metrics, samples), plan.profile());
        return new JudgedPoint(
                whole,
                new MeasuredPoint(summary, record.extensions(), brief, cpuShare(record)),
                ValidityFacts.pacing(operations, record, steady));
    }

    /** The sequence numbers of the stored timings, for each session with missing ones. */
    private static Map<Integer, List<Long>> inTime(PointRecord record, OperationPlan operations, TimingList steady) {
        Map<Integer, List<Long>> inTime = new TreeMap<>();
        for (MissingOperations missing : LoadPointJudge.missing(record.counted(), operations, steady)) {
            inTime.put(missing.session(), new ArrayList<>());
        }
        steady.ofIterations((session, iteration) -> inTime.containsKey(session))
                .forEach(timing -> inTime.computeIfAbsent(timing.session(), session -> new ArrayList<>())
                        .add(timing.sequence()));
        return inTime;
    }

    /**
     * The same of samples, of each session of which samples or timings are missing: a timing that comes too late may bring samples too late.
     *
     * @param withoutAll sessions of which timings are missing, or samples that belong to none
     */
    private static Map<Integer, List<Long>> samplesInTime(
            MetricPlan metrics, Set<Integer> withoutAll, TimingList steady, SampleList samples) {
        SteadySamples came = new SteadySamples(metrics);
        steady.forEach(came::add);
        samples.forEach(came::add);
        Map<Integer, List<Long>> inTime = new TreeMap<>();
        withoutAll.forEach(session -> inTime.put(session, new ArrayList<>()));
        came.incompleteSessions().forEach(session -> inTime.put(session, new ArrayList<>()));
        for (Sample sample : samples) {
            List<Long> sequences = inTime.get(sample.session());
            if (sequences != null) {
                sequences.add(sample.sequence());
            }
        }
        return inTime;
    }

    private static double cpuShare(PointRecord record) {
        return record.resources().samples() == 0
                ? Double.NaN
                : record.resources().cpuPercent() / 100;
    }
}
