package io.deskmeter.controller.run;

import io.deskmeter.controller.run.RunJournal.CountedRange;
import io.deskmeter.measure.Next;
import io.deskmeter.measure.Timing;
import io.deskmeter.measure.TimingColumns;
import io.deskmeter.measure.TimingList;
import io.deskmeter.workload.WorkloadProfile;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The load point that is being measured: which iterations of which sessions count, and the timings that came for them. Owned by the
 * run's mailbox.
 */
final class PointProgress {
    private final int number;
    private final int sessions;
    private final boolean brief;
    private final boolean endless;
    private final Instant startedAt;
    private final Map<Integer, CountedRange> counted = new TreeMap<>();
    private final Map<Integer, Integer> stored = new HashMap<>();
    /** The timings that count so far. */
    private final TimingColumns steady = new TimingColumns();

    private final LivePercentiles live = new LivePercentiles();
    private final ResourceMeans resources = new ResourceMeans();
    private final Set<Integer> discarded = new HashSet<>();
    private @Nullable Instant windowAt;
    private int extensions;
    /** Those of iterations that may count later: at this point when its window opens or is lengthened, or at the next. */
    private TimingColumns ahead;

    private boolean judged;

    /**
     * @param number from 0
     * @param asked how many are to work, and whether one iteration of each is enough
     * @param endless whether sessions go on until they are stopped; otherwise the point ends when all have finished
     * @param startedAt a label
     * @param earlier timings of the point before: sessions go on in the middle of an iteration
     */
    PointProgress(int number, Next.Measure asked, boolean endless, Instant startedAt, @Nullable PointProgress earlier) {
        this.number = number;
        this.sessions = asked.sessions();
        this.brief = asked.brief();
        this.endless = endless;
        this.startedAt = startedAt;
        this.ahead = earlier == null ? new TimingColumns() : earlier.ahead;
    }

    int number() {
        return number;
    }

    int sessions() {
        return sessions;
    }

    int extensions() {
        return extensions;
    }

    /** Whether no more than one iteration of each session counts. */
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
        return discarded;
    }

    /** The iterations of that session that count; to be told before the window opens. */
    void count(int session, int from, int iterations) {
        counted.put(session, new CountedRange(from, from + iterations));
    }

    /** What came before the iterations that count is let go. */
    void windowOpened(Instant at) {
        windowAt = at;
        resources.clear();
        sortAhead();
    }

    private void sortAhead() {
        // Who has no part in this point has ended, and has none in any later one.
        TimingList before = ahead.list().ofIterations((session, iteration) -> counted.containsKey(session));
        ahead = new TimingColumns();
        before.forEach(this::add);
    }

    /** So many more iterations of every session count. */
    void extend(int iterations) {
        extensions++;
        counted.replaceAll((session, range) -> new CountedRange(range.from(), range.to() + iterations));
        judged = false;
        sortAhead();
    }

    void add(Timing timing) {
        CountedRange range = windowAt == null ? null : counted.get(timing.session());
        if (range == null || timing.iteration() >= range.to()) {
            ahead.add(timing);
        } else if (timing.iteration() >= range.from()) {
            steady.add(timing);
            live.add(timing);
            stored.merge(timing.session(), 1, Integer::sum);
        }
    }

    /** From now on a timing that counts comes too late for the verdict. */
    void beginJudging() {
        judged = true;
    }

    /** Whether the timing counts, and its verdict is being made without it. */
    boolean isTooLate(Timing timing) {
        CountedRange range = counted.get(timing.session());
        return judged && range != null && range.contains(timing.iteration());
    }

    void discard(int session) {
        discarded.add(session);
    }

    /** Live sessions that have not worked all that counts. */
    List<SessionBook.Entry> behind(SessionBook book) {
        return book.live().stream().filter(entry -> !done(entry)).toList();
    }

    /** Whether a live session has not worked all that counts. */
    boolean isBehind(SessionBook.Entry entry) {
        return entry.live() && !done(entry);
    }

    private boolean done(SessionBook.Entry entry) {
        CountedRange range = counted.get(entry.session());
        if (entry.phase() == SessionPhase.FINISHED) {
            return true;
        }
        return endless && range != null && entry.iteration() >= range.to();
    }

    /** How many timings of iterations that count are not stored yet, of live sessions. */
    int missing(SessionBook book, int operationsPerIteration) {
        return book.live().stream()
                .mapToInt(entry -> missing(entry, operationsPerIteration))
                .sum();
    }

    /** How many timings of iterations that count are not stored yet, of a session; none of one that is not live. */
    int missing(SessionBook.Entry entry, int operationsPerIteration) {
        CountedRange range = counted.get(entry.session());
        if (range == null || !entry.live()) {
            return 0;
        }
        int expected = (range.to() - range.from()) * operationsPerIteration;
        return Math.max(0, expected - stored.getOrDefault(entry.session(), 0));
    }

    /** The live figures: of the timings that count so far. Those of a ramp-up are of another load, so it has none. */
    LivePercentiles live() {
        return live;
    }

    /** The timings that are judged, so far, discarded sessions' included; what comes later is not among them. */
    TimingList steady() {
        return steady.list();
    }
}
