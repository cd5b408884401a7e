package io.deskmeter.measure.search;

import io.deskmeter.measure.point.LimitingFactor;
import io.deskmeter.measure.point.LoadPointSummary;
import io.deskmeter.measure.point.PointFailure;
import io.deskmeter.measure.point.Verdict;
import io.deskmeter.workload.run.Load;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Which load point to measure next, and when to stop: a pure function of the load and of what was measured so far.
 * Fixed loads are measured once and judged as they are; steps and ramps stop at the first point that fails; find-max
 * goes up and down.
 */
public final class CapacitySearch {
    /** How often an undecided point is measured longer before its point estimate decides. */
    public static final int MAX_EXTENSIONS = 1;

    private CapacitySearch() {}

    /** As {@link #next(Load, List, SearchContext)}, where time is no object. */
    public static SearchDecision next(Load load, List<MeasuredPoint> points) {
        return next(load, points, SearchContext.UNTIMED);
    }

    /**
     * The next step of a run.
     *
     * @param load what was asked for
     * @param points measured so far, in order; a point that was extended occurs once, with its latest summary
     * @param context what else it must know
     */
    public static SearchDecision next(Load load, List<MeasuredPoint> points, SearchContext context) {
        if (load instanceof Load.FindMax search) {
            return new FindMaxSearch(search, points, context).next();
        }
        if (!points.isEmpty()) {
            MeasuredPoint last = points.get(points.size() - 1);
            if (worthExtending(load, last, context.maxExtensions())) {
                return new SearchDecision.Extend(SearchExplanation.longer(last));
            }
            if (!last.summary().pass()) {
                return done(points);
            }
        }
        OptionalInt sessions = sessions(load, points.size());
        return sessions.isPresent() ? new SearchDecision.Measure(sessions.getAsInt()) : done(points);
    }

    /**
     * What is known of the capacity when a run ends before its search does.
     *
     * @param points that tell something of the platform, at least one
     * @param why the search ended, for people
     */
    public static Capacity soFar(Load load, List<MeasuredPoint> points, String why) {
        if (load instanceof Load.FindMax search) {
            return new FindMaxResult(search, points, new SearchHistory(points), why)
                    .gap()
                    .capacity();
        }
        return CapacityResult.of(points.stream().map(MeasuredPoint::summary).toList());
    }

    /**
     * What keeps the platform from holding more, null if nothing did.
     *
     * @param points all points of a run
     * @param capacity what was found
     */
    public static @Nullable LimitingFactor limitedBy(List<LoadPointSummary> points, int capacity) {
        return points.isEmpty()
                ? null
                : CapacityResult.limiting(points, capacity).limitedBy();
    }

    /**
     * Why the platform did not carry more at all, null where thresholds alone decided.
     *
     * @param points all points of a run
     * @param capacity what was found
     */
    public static @Nullable PointFailure failure(List<LoadPointSummary> points, int capacity) {
        return points.isEmpty()
                ? null
                : CapacityResult.limiting(points, capacity).failure();
    }

    private static boolean worthExtending(Load load, MeasuredPoint last, int maxExtensions) {
        return !(load instanceof Load.Fixed)
                && last.summary().verdict() == Verdict.UNDECIDED
                && last.extensions() < maxExtensions;
    }

    /** Sessions of the load point with that index from 0, none beyond the last. */
    private static OptionalInt sessions(Load load, int index) {
        if (load instanceof Load.Fixed fixed) {
            return index == 0 ? OptionalInt.of(fixed.sessions()) : OptionalInt.empty();
        }
        if (load instanceof Load.Steps steps) {
            return index < steps.sessions().size()
                    ? OptionalInt.of(steps.sessions().get(index))
                    : OptionalInt.empty();
        }
        Load.Ramp ramp = (Load.Ramp) load;
        // The last step may be a short one: the maximum itself is always measured.
        long before = ramp.from() + (long) ramp.add() * (index - 1);
        return index > 0 && before >= ramp.max()
                ? OptionalInt.empty()
                : OptionalInt.of((int) Math.min(before + ramp.add(), ramp.max()));
    }

    private static SearchDecision done(List<MeasuredPoint> points) {
        List<LoadPointSummary> summaries =
                points.stream().map(MeasuredPoint::summary).toList();
        return new SearchDecision.Done(CapacityResult.of(summaries));
    }
}
