package io.deskmeter.measure.verdict;

import io.deskmeter.measure.point.MissingOperations;
import io.deskmeter.measure.timing.Logon;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.measure.timing.TimingList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The data of a load point for its verdict.
 *
 * @param sessions that were to work
 * @param lost indices of sessions that did not work to its end; one with a {@code desktop-lost} timing is lost anyway
 * @param steady timings of all iterations that count, in any order, those of lost sessions included
 * @param missing what was planned and has no timing
 * @param endedEarly whether it was ended before all that counts was worked, because it had failed already: what
 *     sessions that were there did not work is not lost then
 * @param logons that were asked for with it
 * @param faulted indices of sessions that an error of Deskmeter itself ended: what they did not work is not known, and
 *     a capacity does not count them
 */
public record PointTimings(
        int sessions,
        Set<Integer> lost,
        List<Timing> steady,
        List<MissingOperations> missing,
        boolean endedEarly,
        List<Logon> logons,
        Set<Integer> faulted) {
    public PointTimings {
        lost = Set.copyOf(lost);
        steady = TimingList.copyOf(steady);
        missing = List.copyOf(missing);
        logons = List.copyOf(logons);
        faulted = Set.copyOf(faulted);
    }

    /** All sessions that did not work to its end. */
    public Set<Integer> lostSessions() {
        Set<Integer> all = new HashSet<>(lost);
        steady.stream().filter(t -> t.outcome() == Outcome.DESKTOP_LOST).forEach(t -> all.add(t.session()));
        return all;
    }

    /** One none of whose sessions was ended by an error of Deskmeter. */
    public PointTimings(
            int sessions,
            Set<Integer> lost,
            List<Timing> steady,
            List<MissingOperations> missing,
            boolean endedEarly,
            List<Logon> logons) {
        this(sessions, lost, steady, missing, endedEarly, logons, Set.of());
    }

    /** One that was measured to its end, and for which nobody logged on. */
    public PointTimings(int sessions, Set<Integer> lost, List<Timing> steady, List<MissingOperations> missing) {
        this(sessions, lost, steady, missing, false, List.of());
    }
}
