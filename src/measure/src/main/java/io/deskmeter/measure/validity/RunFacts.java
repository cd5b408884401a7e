package io.deskmeter.measure.validity;

import io.deskmeter.measure.point.LoadPointSummary;
import io.deskmeter.measure.point.LogonSummary;
import io.deskmeter.measure.search.Capacity;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The results of a whole run: the input of expectations and validity checks.
 *
 * @param capacity null if the run ended before it could say
 * @param points in the order in which they were measured
 * @param sessions of the whole run
 * @param logons of the whole run
 */
public record RunFacts(@Nullable Capacity capacity, List<Point> points, Sessions sessions, LogonSummary logons) {
    public RunFacts {
        points = List.copyOf(points);
    }

    /**
     * A load point.
     *
     * @param summary what it was judged to be
     * @param hostCpu mean load of all cores while steady, 0 to 1, NaN where nobody knows
     * @param harnessCpu the part of it that was Deskmeter's own, NaN where nobody knows
     */
    public record Point(LoadPointSummary summary, double hostCpu, double harnessCpu) {}

    /**
     * The sessions of the whole run.
     *
     * @param asked started by the controller
     * @param loggedOn of them that had a usable desktop
     * @param lost of them that lost their desktop or failed, at the logon or later
     * @param faulted of them that an error of Deskmeter itself ended: how their desktops would have done is not known
     */
    public record Sessions(int asked, int loggedOn, int lost, int faulted) {
        /** Those of a run in which no error of Deskmeter ended any. */
        public Sessions(int asked, int loggedOn, int lost) {
            this(asked, loggedOn, lost, 0);
        }
    }

    /** The load point that decides the run: see {@link #decisive(List, ToIntFunction, Predicate, Integer)}. */
    public Optional<Point> decisive() {
        return decisive(
                points,
                point -> point.summary().pass()
                        ? point.summary().carried()
                        : point.summary().sessions(),
                point -> point.summary().pass(),
                capacity == null ? null : Integer.valueOf(capacity.sessions()));
    }

    /**
     * The load point that decides a run: of those with as many sessions as the capacity the last one that passed, else
     * the last one; where there is none of that size, the last of all.
     *
     * @param points in the order in which they were measured, in any form
     * @param sessions of a point; of one that passed, those that were there to its end
     * @param passed whether a point passed
     * @param capacity null if none was found
     */
    public static <P> Optional<P> decisive(
            List<P> points, ToIntFunction<P> sessions, Predicate<P> passed, @Nullable Integer capacity) {
        List<P> ofCapacity = points.stream()
                .filter(point -> capacity != null && sessions.applyAsInt(point) == capacity)
                .toList();
        return last(ofCapacity.stream().filter(passed))
                .or(() -> last(ofCapacity.stream()))
                .or(() -> last(points.stream()));
    }

    private static <P> Optional<P> last(Stream<P> points) {
        return points.reduce((first, second) -> second);
    }
}
