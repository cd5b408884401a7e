package io.deskmeter.controller.run.machine;

import io.deskmeter.controller.point.CountedRange;
import io.deskmeter.controller.point.JudgedPoint;
import io.deskmeter.controller.point.PointRecord;
import io.deskmeter.controller.run.fact.HostSample;
import io.deskmeter.controller.run.fact.ResourceFact;
import io.deskmeter.controller.run.fact.RunCounts;
import io.deskmeter.controller.run.figure.LongestPause;
import io.deskmeter.controller.run.plan.IterationSize;
import io.deskmeter.controller.run.plan.RunPlan;
import io.deskmeter.controller.run.port.RunJournal.StageNote;
import io.deskmeter.measure.point.PointTimes;
import io.deskmeter.measure.search.Capacity;
import io.deskmeter.measure.search.MeasuredPoint;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.timing.Timing;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The mutable state of a run. Owned by the run's mailbox. */
final class RunContext {
    private static final int NOTES_KEPT = 200;

    private final RunPlan plan;
    private final IterationSize iterationSize;
    private final SessionTracker sessions = new SessionTracker();
    private final List<JudgedPoint> judged = new ArrayList<>();
    private final List<PointTimes> times = new ArrayList<>();
    private final List<StageNote> notes = new ArrayList<>();
    private final List<String> reasons = new ArrayList<>();
    private final Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);
    private String firstHarnessError = "";
    private int duplicates;
    private int late;
    private int unknown;
    private int unusable;
    private int samples;
    private int unknownSamples;
    private int handled;
    private int lateSamples;
    private boolean awaitingTimings;
    private @Nullable LoadPointProgress point;
    private @Nullable LoadPointProgress previous;
    private @Nullable RunEvent outcome;
    private @Nullable Capacity capacity;
    private final LongestPause longestPause = new LongestPause();
    private @Nullable ResourceFact resources;
    private final AssignedAgents assignedAgents = new AssignedAgents();
    private final MissingSessionFinder anyLive = new MissingSessionFinder();
    private final MissingSessionFinder missing = new MissingSessionFinder();

    RunContext(RunPlan plan) {
        this.plan = plan;
        this.iterationSize = new IterationSize(plan);
    }

    RunPlan plan() {
        return plan;
    }

    IterationSize iterationSize() {
        return iterationSize;
    }

    SessionTracker sessions() {
        return sessions;
    }

    /** The load point that is measured now. */
    LoadPointProgress point() {
        if (point == null) {
            throw new IllegalStateException("load point: none (expected: one is open)");
        }
        return point;
    }

    @Nullable
    LoadPointProgress pointOrNull() {
        return point;
    }

    void point(LoadPointProgress next) {
        previous = point;
        point = next;
    }

    /** The load point before it; null if there is none. */
    @Nullable
    LoadPointProgress previousOrNull() {
        return previous;
    }

    AssignedAgents assignedAgents() {
        return assignedAgents;
    }

    /** Whether any session works, or has finished its plan. */
    boolean anyLive() {
        return anyLive.isAny(sessions, SessionTracker.Entry::live);
    }

    /** Whether a session has not completed the current state. */
    boolean anyMissing(Predicate<SessionTracker.Entry> isMissing) {
        return missing.isAny(sessions, isMissing);
    }

    /** The load points that tell something of the platform, as the search sees them. */
    List<MeasuredPoint> measured() {
        List<MeasuredPoint> measured = new ArrayList<>();
        for (int i = 0; i < judged.size(); i++) {
            if (judged.get(i).summary().isJudged()) {
                measured.add(judged.get(i).measured(times.get(i)));
            }
        }
        return measured;
    }

    /** All load points that have ended, in their order. */
    List<JudgedPoint> judged() {
        return judged;
    }

    /** What a load point that has ended took. */
    PointTimes times(int number) {
        return times.get(number);
    }

    /** Adds a judged point, or replaces it if it was extended or judged again. */
    void judged(JudgedPoint point, PointTimes took) {
        int number = point.record().number();
        if (judged.size() > number) {
            judged.set(number, point);
            times.set(number, took);
        } else {
            judged.add(point);
            times.add(took);
        }
    }

    List<StageNote> notes() {
        return notes;
    }

    void note(StageNote note) {
        if (notes.size() == NOTES_KEPT) {
            notes.remove(0);
        }
        notes.add(note);
    }

    /** Whether a load point without sessions still leaves a result: other sizes to try, or one that passed. */
    boolean searches() {
        return plan.searches()
                || judged.stream().anyMatch(point -> point.summary().pass());
    }

    /** Sets how the run ends. The first outcome is kept, except that a completed run may become invalid. */
    void outcome(RunEvent end, String reason) {
        if (outcome == null || (outcome == RunEvent.COMPLETED && end == RunEvent.INVALIDATED)) {
            outcome = end;
        }
        remark(reason);
    }

    /** The run ends as failed, regardless of an earlier outcome. */
    void fault(String reason) {
        outcome = RunEvent.GIVEN_UP;
        remark(reason);
    }

    /** Adds a remark to the result. */
    void remark(String reason) {
        if (!reason.isEmpty() && !reasons.contains(reason)) {
            reasons.add(reason);
        }
    }

    @Nullable
    RunEvent outcome() {
        return outcome;
    }

    List<String> reasons() {
        return reasons;
    }

    @Nullable
    Capacity capacity() {
        return capacity;
    }

    /** Null where nothing is known of it. */
    void capacity(@Nullable Capacity found) {
        capacity = found;
    }

    @Nullable
    ResourceFact resources() {
        return resources;
    }

    void resources(HostSample sample) {
        // The resource usage of a generator is not the platform's.
        resources = sample.holdsSessions() ? sample.load() : resources;
        longestPause.add(sample);
        if (point != null) {
            point.resources().add(sample);
        }
    }

    /**
     * What is to be said of the longest time that a client agent stood still, with a separator after it; empty if none
     * did.
     */
    String longestPause() {
        return longestPause.words();
    }

    /** A stored timing. */
    void timing(Timing timing, boolean over) {
        outcomes.merge(timing.outcome(), 1, Integer::sum);
        if (timing.outcome() == Outcome.HARNESS_ERROR && firstHarnessError.isEmpty()) {
            firstHarnessError = timing.workload() + "/" + timing.operation() + " of session " + timing.session()
                    + (timing.detail().isEmpty() ? "" : ": " + timing.detail());
        }
        handled = sum(handled, timing.handled());
        if (over || alreadyJudged(timing.session(), timing.iteration())) {
            late++;
        }
        if (!sessions.knows(timing.session())) {
            unknown++;
            return;
        }
        sessions.worked(timing);
        if (point != null) {
            point.add(timing);
        }
    }

    /** A stored sample. */
    void sample(Sample sample, boolean over) {
        samples++;
        if (!sample.isKnown()) {
            unknownSamples++;
        }
        if (over || alreadyJudged(sample.session(), sample.iteration())) {
            lateSamples++;
        }
        if (!sessions.knows(sample.session())) {
            unknown++;
            return;
        }
        if (point != null) {
            point.add(sample);
        }
    }

    private boolean alreadyJudged(int session, int iteration) {
        if (point != null && point.isTooLate(session, iteration)) {
            return true;
        }
        for (JudgedPoint one : judged) {
            PointRecord record = one.record();
            CountedRange range = record.counted().get(session);
            boolean current = point != null && point.number() == record.number();
            // A point that was ended early does not wait for the rest, so that does not come late.
            boolean closed = !current && record.endedEarly().isEmpty();
            if (closed && range != null && range.contains(iteration)) {
                return true;
            }
        }
        return false;
    }

    /** Timings and samples that cannot be stored; true for the first ones. */
    boolean unusable(int more) {
        boolean first = unusable == 0;
        unusable = sum(unusable, more);
        return first;
    }

    /** What peers say must not turn a count into a smaller one. */
    private static int sum(int count, int more) {
        return (int) Math.min(Integer.MAX_VALUE, (long) count + Math.max(0, more));
    }

    void duplicates(int more) {
        duplicates = sum(duplicates, more);
    }

    /** Whether a load point is to be judged as soon as its timings are stored. */
    boolean awaitingTimings() {
        return awaitingTimings;
    }

    void awaitingTimings(boolean await) {
        awaitingTimings = await;
    }

    void unknown() {
        unknown++;
    }

    /**
     * The first operation of which the harness kept the platform's result from being known, and why; empty if there was
     * none.
     */
    String firstHarnessError() {
        return firstHarnessError;
    }

    RunCounts counts() {
        return RunCounts.builder()
                .outcomes(outcomes)
                .duplicates(duplicates)
                .late(late)
                .unknownEvents(unknown)
                .discarded(sessions.count(SessionTracker.Entry::missing))
                .unusable(unusable)
                .samples(samples)
                .unknownSamples(unknownSamples)
                .lateSamples(lateSamples)
                .handled(handled)
                .build();
    }
}
