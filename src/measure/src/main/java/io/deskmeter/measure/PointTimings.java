package io.deskmeter.measure;

import java.util.List;
import java.util.Set;

/**
 * The data of a load point for its verdict.
 *
 * @param sessions that were to work
 * @param lost indices of sessions that did not work to its end; one with a {@code desktop-lost} timing is lost anyway
 * @param steady timings of all iterations that count, in any order, those of lost sessions included
 * @param missing what was planned and has no timing
 */
public record PointTimings(int sessions, Set<Integer> lost, List<Timing> steady, List<MissingOperations> missing) {
    public PointTimings {
        lost = Set.copyOf(lost);
        steady = TimingList.copyOf(steady);
        missing = List.copyOf(missing);
    }
}
