package io.deskmeter.controller.run.machine;

import io.deskmeter.controller.point.JudgedPoint;
import io.deskmeter.controller.point.LoadPointJudge;
import io.deskmeter.controller.point.PointRecord;
import io.deskmeter.controller.run.figure.SteadySamples;
import io.deskmeter.controller.run.plan.RunPlan;
import io.deskmeter.measure.point.MissingOperations;
import io.deskmeter.measure.point.OperationPlan;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.timing.SampleList;
import io.deskmeter.measure.timing.TimingList;
import io.deskmeter.measure.validity.HarnessFault;
import io.deskmeter.measure.verdict.Leftovers;
import io.deskmeter.measure.verdict.MetricPlan;
import io.deskmeter.measure.verdict.PointSamples;
import io.deskmeter.workload.targets.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Judges a load point of a run that goes on: a pure function of immutable data, so it runs outside the mailbox. */
final class JudgeTask {
    /** As many characters are stored of the reason why a point was not judged. */
    private static final int MOST_WORDS = 2000;

    private JudgeTask() {}

    /**
     * Judges.
     *
     * @param positions of the sessions
     * @param record the point when its last timing had come
     * @param steady the timings that count, discarded sessions' included
     * @param samples the samples that count
     * @param followers sessions that follow others on the same desktop: where most of what fails is theirs, a point
     *     that does not pass says nothing of the platform; empty where that excuses nothing
     */
    static JudgedPoint judge(
            RunPlan plan,
            Map<Integer, Integer> positions,
            PointRecord record,
            TimingList steady,
            SampleList samples,
            Set<Integer> followers) {
        OperationPlan operations = plan.operations(positions);
        MetricPlan metrics = plan.metrics();
        Map<Integer, List<Long>> timingsInTime = inTime(record, operations, steady);
        Set<Integer> incomplete = new TreeSet<>(timingsInTime.keySet());
        incomplete.addAll(
                LoadPointJudge.owed(record, metrics, samples).missing().keySet());
        PointRecord whole = record.with(timingsInTime, samplesInTime(metrics, incomplete, steady, samples));
        PointSamples measured = new PointSamples(metrics, samples);
        JudgedPoint judged = LoadPointJudge.judge(whole, steady, operations, measured, plan.profile());
        Optional<String> left = judged.summary().pass()
                ? Optional.empty()
                : leftovers(judged, steady, followers)
                        .filter(why -> !LoadPointJudge.judge(
                                        whole.withoutFailure(),
                                        Leftovers.without(steady, followers),
                                        operations,
                                        measured,
                                        plan.profile())
                                .summary()
                                .broken());
        return left.or(() -> HarnessFault.of(judged.checked(), plan.profile().validity(), sharesHost(plan)))
                .map(why -> judged.notJudged(shortened(why)))
                .orElse(judged);
    }

    /** Why a point that does not pass may say nothing of the platform: most of what failed in it is of followers. */
    static Optional<String> leftovers(JudgedPoint judged, TimingList steady, Set<Integer> followers) {
        return Leftovers.reason(
                Leftovers.failures(
                        steady,
                        judged.summary().withoutTiming(),
                        judged.record().discarded()),
                followers);
    }

    private static boolean sharesHost(RunPlan plan) {
        return plan.profile().target() instanceof Target.LocalDesktops;
    }

    private static String shortened(String why) {
        return why.length() <= MOST_WORDS ? why : why.substring(0, MOST_WORDS - 1) + "…";
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
     * The same of samples, of each session of which samples or timings are missing: a timing that comes too late may
     * bring samples too late.
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
}
