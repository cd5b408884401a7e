package io.deskmeter.controller.run.machine;

import io.deskmeter.controller.point.CountedRange;
import io.deskmeter.controller.run.figure.LivePercentiles;
import io.deskmeter.controller.run.figure.ResourceMeans;
import io.deskmeter.controller.run.figure.SteadySamples;
import io.deskmeter.controller.run.figure.WorkingSessionCounter;
import io.deskmeter.controller.run.plan.IterationSize;
import io.deskmeter.measure.point.PointFailure;
import io.deskmeter.measure.search.SearchDecision;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.timing.SampleColumns;
import io.deskmeter.measure.timing.SampleList;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.measure.timing.TimingColumns;
import io.deskmeter.measure.timing.TimingList;
import io.deskmeter.measure.validity.PointSessions;
import io.deskmeter.measure.verdict.MetricPlan;
import io.deskmeter.measure.verdict.OverloadRule;
import io.deskmeter.workload.WorkloadProfile;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The load point that is being measured: which iterations of which sessions count, and the timings and samples that
 * came for them. Owned by the run's mailbox.
 */
final class LoadPointProgress {
    private final int number;
    private final int sessions;
    private final boolean brief;
    private final Instant startedAt;
    private final Map<Integer, CountedRange> counted = new TreeMap<>();
    private final Map<Integer, Integer> stored = new HashMap<>();
    /** The timings that count so far. */
    private TimingColumns steady = new TimingColumns();

    private LivePercentiles live = new LivePercentiles();
    private final ResourceMeans resources = new ResourceMeans();
    /** Sessions that have stopped working, and when. */
    private final Map<Integer, Long> discarded = new HashMap<>();
    /** Sessions that were asked for with this point. */
    private final Set<Integer> logons = new TreeSet<>();

    private @Nullable Instant windowAt;
    private String question;
    private int extensions;
    /**
     * Timings of iterations that may count later: at this point when its window opens or is extended, or at the next.
     */
    private TimingColumns ahead;

    private final SteadySamples samples;
    private SampleColumns samplesAhead;

    private boolean judged;
    private @Nullable OverloadRule overload;
    private String endedEarly = "";
    private @Nullable PointFailure failure;
    /** Sessions that were not done in time, if it failed by that. */
    private Set<Integer> late = Set.of();

    /** The sessions that had stopped working when its verdict was made. */
    private Set<Integer> judgedWithout = Set.of();

    private WorkingSessionCounter working = new WorkingSessionCounter();
    private long openedAt;
    private long closedAt;
    private boolean closed;
    private @Nullable FirstPart firstPart;

    /** What its verdict was made of before it was measured longer. */
    private record FirstPart(
            Map<Integer, CountedRange> counted, long closedAt, WorkingSessionCounter working, Set<Integer> discarded) {
        FirstPart {
            counted = Collections.unmodifiableMap(new TreeMap<>(counted));
            discarded = Set.copyOf(discarded);
        }
    }

    /**
     * @param number from 0
     * @param asked how many are to work, and whether one iteration of each is enough
     * @param metrics that the run measures beside responses
     * @param startedAt a label
     * @param earlier the previous point, with its timings: sessions continue in the middle of an iteration
     */
    LoadPointProgress(
            int number,
            SearchDecision.Measure asked,
            MetricPlan metrics,
            Instant startedAt,
            @Nullable LoadPointProgress earlier) {
        this.number = number;
        this.sessions = asked.sessions();
        this.brief = asked.brief();
        this.question = asked.why();
        this.startedAt = startedAt;
        this.ahead = earlier == null ? new TimingColumns() : earlier.ahead;
        this.samples = new SteadySamples(metrics);
        this.samplesAhead = earlier == null ? new SampleColumns() : earlier.samplesAhead;
    }

    int number() {
        return number;
    }

    int sessions() {
        return sessions;
    }

    /** What the search measures with it, for display; empty if the load defines it. */
    String question() {
        return question;
    }

    void question(String why) {
        question = why;
    }

    int extensions() {
        return extensions;
    }

    /** Whether only one iteration of each session counts. */
    boolean brief() {
        return brief && extensions == 0;
    }

    /** How many iterations of each session are to count when the window opens. */
    int iterations(WorkloadProfile workloads) {
        return brief ? 1 : workloads.steadyIterations();
    }

    Instant startedAt() {
        return startedAt;
    }

    @Nullable
    Instant windowAt() {
        return windowAt;
    }

    ResourceMeans resources() {
        return resources;
    }

    Map<Integer, CountedRange> counted() {
        return counted;
    }

    Set<Integer> discarded() {
        return discarded.keySet();
    }

    /** A session is asked for: it logs on for this point. */
    void logsOn(int session) {
        logons.add(session);
    }

    /** Sessions that were asked for with this point, in their order. */
    Set<Integer> logons() {
        return logons;
    }

    /** Sets the iterations of a session that count; call this before the window opens. */
    void count(int session, int from, int iterations) {
        counted.put(session, new CountedRange(from, from + iterations));
    }

    /**
     * Iterations count from now on; earlier timings are dropped.
     *
     * @param tracker says how far the sessions are that were lost on the way here; what they were to work is missing
     * @param iterations of each
     */
    void windowOpened(SessionTracker tracker, int iterations, Instant at, long nanos) {
        for (int lost : discarded.keySet()) {
            count(lost, tracker.iteration(lost) + 1, iterations);
        }
        windowAt = at;
        openedAt = nanos;
        resources.clear();
        working.begin(tracker.live().size(), nanos);
        sortAhead();
    }

    /** The load point may be ended when that rule says that it has failed. Call this when the window has opened. */
    void endEarlyBy(OverloadRule rule) {
        steady.list().forEach(rule::add);
        overload = rule;
    }

    /** Whether nothing that is measured later can change that the load point has failed. */
    boolean hasFailedEarly() {
        return overload != null && overload.hasFailed();
    }

    /** Counts no further: the verdict comes from the timings so far. */
    void endEarly() {
        if (overload != null) {
            endedEarly = overload.reason().orElse("");
        }
    }

    /** Why it was ended before all that counts was worked; empty if it was not. */
    String endedEarly() {
        return endedEarly;
    }

    /** The share of the operations that count which it was judged by. */
    double shareWorked() {
        return endedEarly.isEmpty() || overload == null ? 1 : overload.share();
    }

    /** All that counts has been worked. */
    void windowClosed(long nanos) {
        closed = true;
        closedAt = nanos;
        working.end(nanos);
    }

    /** Whether all that counts had been worked by then: what happens later is not part of this load point. */
    boolean isOverAt(long nanos) {
        return closed && nanos - closedAt > 0;
    }

    /** Whether iterations counted at that time. */
    private boolean countedAt(long nanos) {
        return windowAt != null && nanos - openedAt >= 0 && !isOverAt(nanos);
    }

    /**
     * A session was lost while iterations counted, though the message came later.
     *
     * @return false where it was not lost in this window, or where that was known
     */
    boolean discardLate(int session, long nanos) {
        if (!countedAt(nanos) || !counted.containsKey(session) || discarded.containsKey(session)) {
            return false;
        }
        discard(session, nanos);
        return true;
    }

    private void sortAhead() {
        // A session without a part in this point has ended, and has none in later points.
        TimingList before = ahead.list().ofIterations((session, iteration) -> counted.containsKey(session));
        ahead = new TimingColumns();
        before.forEach(this::add);
        SampleList samplesBefore = samplesAhead.list();
        samplesAhead = new SampleColumns();
        samplesBefore.stream()
                .filter(sample -> counted.containsKey(sample.session()))
                .forEach(this::add);
    }

    /** So many more iterations of every session count. One that is not there any more is lost to them. */
    void extend(SessionTracker tracker, int iterations, long nanos) {
        firstPart = new FirstPart(counted, closedAt, new WorkingSessionCounter(working), discarded.keySet());
        Set<Integer> live =
                tracker.live().stream().map(SessionTracker.Entry::session).collect(Collectors.toSet());
        counted.keySet().stream()
                .filter(session -> !live.contains(session))
                .forEach(session -> discard(session, nanos));
        extensions++;
        closed = false;
        overload = null;
        endedEarly = "";
        working.begin(tracker.live().size(), nanos);
        counted.replaceAll((session, range) -> new CountedRange(range.from(), range.to() + iterations));
        judged = false;
        sortAhead();
    }

    /**
     * It is not measured longer after all: its verdict is that of the first part, with the losses of that which were
     * told since.
     */
    void keepFirstPart() {
        FirstPart first = Objects.requireNonNull(firstPart, "firstPart");
        extensions--;
        counted.putAll(first.counted());
        closed = true;
        closedAt = first.closedAt();
        judged = true;
        overload = null;
        endedEarly = "";
        failure = null;
        late = Set.of();
        discarded.values().removeIf(this::isOverAt);
        working = new WorkingSessionCounter(first.working());
        discarded.forEach((session, at) -> {
            if (!first.discarded().contains(session)) {
                working.lost(at);
            }
        });
        countAgain();
    }

    void add(Timing timing) {
        CountedRange range = windowAt == null ? null : counted.get(timing.session());
        if (range == null || timing.iteration() >= range.to()) {
            ahead.add(timing);
        } else if (timing.iteration() >= range.from()) {
            steady.add(timing);
            live.add(timing);
            samples.add(timing);
            if (overload != null) {
                overload.add(timing);
            }
            stored.merge(timing.session(), 1, Integer::sum);
        }
    }

    void add(Sample sample) {
        CountedRange range = windowAt == null ? null : counted.get(sample.session());
        if (range == null || sample.iteration() >= range.to()) {
            samplesAhead.add(sample);
        } else if (sample.iteration() >= range.from()) {
            samples.add(sample);
        }
    }

    /** From now on a timing that counts comes too late for the verdict. */
    void beginJudging() {
        judged = true;
    }

    /** Its verdict was made when those sessions had stopped working. */
    void judgedWithout(Set<Integer> stopped) {
        judgedWithout = Set.copyOf(stopped);
    }

    /** The sessions that had stopped working when its verdict was made. */
    Set<Integer> judgedWithout() {
        return judgedWithout;
    }

    /** Whether its verdict was asked for, and it is not measured longer. */
    boolean isOver() {
        return judged;
    }

    /** Whether what comes of that iteration counts, and the verdict is being made without it. */
    boolean isTooLate(int session, int iteration) {
        CountedRange range = counted.get(session);
        return judged && endedEarly.isEmpty() && range != null && range.contains(iteration);
    }

    /** A session of the load point has stopped working. */
    void discard(int session, long nanos) {
        if (discarded.putIfAbsent(session, nanos) == null && counted.containsKey(session)) {
            working.lost(nanos);
        }
    }

    /** Whether it has failed by something that others than its slow logons did: those had no time to come. */
    boolean isEndedByOthers() {
        return failure != null && failure.kind() != PointFailure.Kind.RAMP_UP_TIMEOUT;
    }

    /** Marks the load point as failed, regardless of its timings. */
    void fail(PointFailure why) {
        failure = failure == null ? why : failure;
    }

    /** Marks it as failed, since those sessions were not done in time. */
    void failLate(PointFailure why, Set<Integer> missing) {
        late = failure == null ? Set.copyOf(missing) : late;
        fail(why);
    }

    /**
     * Whether leftovers on the desktops of those sessions can be why it failed: no desktop was missing, and nobody else
     * was late.
     */
    boolean mayFailBy(Set<Integer> followers) {
        return failure == null || (!failure.kind().isOfMissingSessions() && followers.containsAll(late));
    }

    @Nullable
    PointFailure failure() {
        return failure;
    }

    /**
     * Measures no longer: of each session those iterations count that it has worked by now; of lost ones as many as of
     * those that have the most.
     */
    void cut(SessionTracker tracker) {
        int most = 0;
        for (SessionTracker.Entry entry : tracker.entries()) {
            CountedRange range = counted.get(entry.session());
            if (range != null && !discarded.containsKey(entry.session())) {
                int to = Math.max(range.from(), Math.min(range.to(), entry.iteration()));
                counted.put(entry.session(), new CountedRange(range.from(), to));
                most = Math.max(most, to - range.from());
            }
        }
        for (int lost : discarded.keySet()) {
            CountedRange range = counted.get(lost);
            if (range != null) {
                counted.put(lost, new CountedRange(range.from(), Math.min(range.to(), range.from() + most)));
            }
        }
        countAgain();
    }

    private void countAgain() {
        TimingList before = steady.list();
        steady = new TimingColumns();
        live = new LivePercentiles();
        stored.clear();
        SampleList samplesBefore = samples.list();
        samples.clear();
        before.forEach(this::add);
        samplesBefore.forEach(this::add);
    }

    /** The actual number of its sessions. */
    PointSessions worked(SessionTracker tracker) {
        Set<Integer> lost = lost(tracker);
        int refused = tracker.refused(lost);
        Map<Integer, String> faults = tracker.faults(discarded.keySet());
        return new PointSessions(
                sessions,
                refused,
                lost.size() - refused,
                working.least(),
                working.mean(),
                faults,
                tracker.refused(faults.keySet()));
    }

    /**
     * Sessions that the platform has lost: all that have stopped working but for those that an error of Deskmeter
     * ended.
     */
    Set<Integer> lost(SessionTracker tracker) {
        Set<Integer> lost = new TreeSet<>(discarded.keySet());
        lost.removeAll(tracker.faults(lost).keySet());
        return lost;
    }

    /** Why it fails for lack of sessions, as far as is known; empty if it has enough. */
    Optional<PointFailure> shortage(RunContext runContext) {
        SessionTracker tracker = runContext.sessions();
        return discarded.isEmpty()
                ? Optional.empty()
                : worked(tracker).failure(runContext.plan().profile().validity(), tracker.example(lost(tracker)));
    }

    /**
     * Whether it lacks sessions only because errors of Deskmeter ended some: then it cannot tell that the platform
     * carries so many.
     */
    boolean lacksByFaults(RunContext runContext) {
        return !discarded.isEmpty()
                && worked(runContext.sessions())
                        .lacksByFaults(runContext.plan().profile().validity());
    }

    /** Live sessions that have not finished the measured iterations. */
    List<SessionTracker.Entry> behind(SessionTracker tracker) {
        return tracker.live().stream().filter(entry -> !done(entry)).toList();
    }

    /** Whether a live session has not finished the measured iterations. */
    boolean isBehind(SessionTracker.Entry entry) {
        return entry.live() && !done(entry);
    }

    private boolean done(SessionTracker.Entry entry) {
        CountedRange range = counted.get(entry.session());
        return range != null && entry.iteration() >= range.to();
    }

    /** How many timings of iterations that count are not stored yet, of sessions that were there to the end. */
    int missing(SessionTracker tracker, IterationSize operations) {
        return tracker.entries().stream()
                .mapToInt(entry -> missing(entry, operations))
                .sum();
    }

    /** How many timings of iterations that count are not stored yet, of a session; none for one that was lost. */
    int missing(SessionTracker.Entry entry, IterationSize operations) {
        CountedRange range = counted.get(entry.session());
        // One that ended after its last iteration that counts has worked them all, and its agent tells of them.
        if (range == null || discarded.containsKey(entry.session())) {
            return 0;
        }
        int expected = range.length() * operations.of(entry.position());
        return Math.max(0, expected - stored.getOrDefault(entry.session(), 0));
    }

    /** How many samples of iterations that count are not stored yet, of sessions that were there to the end. */
    int missingSamples(SessionTracker tracker) {
        return tracker.entries().stream().mapToInt(this::missingSamples).sum();
    }

    /** How many samples of iterations that count are not stored yet, of a session; none of one that was lost. */
    int missingSamples(SessionTracker.Entry entry) {
        boolean awaited = counted.containsKey(entry.session()) && !discarded.containsKey(entry.session());
        return awaited ? samples.missing(entry.session()) : 0;
    }

    /** The live figures: of the timings that count so far. Those of a ramp-up are of another load, so it has none. */
    LivePercentiles live() {
        return live;
    }

    /** How many timings and samples that count have come. */
    int came() {
        return steady.size() + samples.list().size();
    }

    /** The timings that are judged, so far, including those of discarded sessions, without later timings. */
    TimingList steady() {
        return steady.list();
    }

    /** The samples that are judged, so far, discarded sessions' included. */
    SampleList steadySamples() {
        return samples.list();
    }
}
