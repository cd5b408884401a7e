package io.deskmeter.controller.run;

import io.deskmeter.controller.run.RunJournal.CountedRange;
import io.deskmeter.measure.Next;
import io.deskmeter.measure.Timing;
import io.deskmeter.workload.WorkloadProfile;
import java.time.Instant;
import java.util.ArrayList;
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
    private final Map<Integer, List<Timing>> timings;
    private final ResourceMeans resources = new ResourceMeans();
    private final Set<Integer> discarded = new HashSet<>();
    private @Nullable Instant windowAt;
    private int extensions;

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
        this.timings = earlier == null ? new TreeMap<>() : earlier.timings;
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

    /** The iterations of that session that count from now on; what came before is let go. */
    void count(int session, int from, int iterations) {
        counted.put(session, new CountedRange(from, from + iterations));
        timings.computeIfAbsent(session, s -> new ArrayList<>()).removeIf(t -> t.iteration() < from);
    }

    void windowOpened(Instant at) {
        windowAt = at;
        resources.clear();
    }

    /** So many more iterations of every session count. */
    void extend(int iterations) {
        extensions++;
        counted.replaceAll((session, range) -> new CountedRange(range.from(), range.to() + iterations));
    }

    void add(Timing timing) {
        timings.computeIfAbsent(timing.session(), s -> new ArrayList<>()).add(timing);
    }

    void discard(int session) {
        discarded.add(session);
    }

    /** Live sessions that have not worked all that counts. */
    List<SessionBook.Entry> behind(SessionBook book) {
        return book.live().stream().filter(entry -> !done(entry)).toList();
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
        int missing = 0;
        for (SessionBook.Entry entry : book.live()) {
            CountedRange range = counted.get(entry.session());
            if (range != null) {
                int expected = (range.to() - range.from()) * operationsPerIteration;
                missing += Math.max(0, expected - countedTimings(entry.session(), range));
            }
        }
        return missing;
    }

    private int countedTimings(int session, CountedRange range) {
        return (int) timings.getOrDefault(session, List.of()).stream()
                .filter(t -> range.contains(t.iteration()))
                .count();
    }

    /** What the live figures show: the timings that count so far. Those of a ramp-up are of another load, so it has no figures. */
    List<Timing> current() {
        return windowAt == null ? List.of() : steady();
    }

    /** The timings that are judged, discarded sessions' included. */
    List<Timing> steady() {
        List<Timing> steady = new ArrayList<>();
        counted.forEach((session, range) -> timings.getOrDefault(session, List.of()).stream()
                .filter(t -> range.contains(t.iteration()))
                .forEach(steady::add));
        return steady;
    }
}
