package io.deskmeter.measure.search;

import io.deskmeter.workload.run.Load;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How much time a search has left, and what another load point would take of it. Estimated from what points took so
 * far: their logons, the warm-up, and iterations, which get longer with the load.
 */
final class SearchTime {
    /** Estimates are a little too long rather than too short: a point that does not end in time is worth nothing. */
    private static final double MARGIN = 1.1;

    /** A window lasts until the slowest has its iterations, and the one under way when it opens does not count. */
    private static final double ITERATIONS_BESIDE = 1;

    /**
     * New sessions execute one iteration before they count, and are halfway through the next when the last one is
     * ready.
     */
    private static final double WARM_UP_ITERATIONS = 1.5;

    private final Load.FindMax load;
    private final List<MeasuredPoint> timed;
    private final Duration elapsed;
    private final int working;

    SearchTime(Load.FindMax load, List<MeasuredPoint> measured, Duration elapsed) {
        this.load = load;
        this.elapsed = elapsed;
        this.timed = measured.stream()
                .filter(point -> point.times().iterations() > 0)
                .toList();
        this.working = measured.isEmpty() || load.fresh()
                ? 0
                : measured.get(measured.size() - 1).sessions();
    }

    /** Whether a point of that size, if started now, can end in time. True without known times. */
    boolean allows(int sessions, int iterations) {
        return left().map(left -> timed.isEmpty() ? left > 0 : MARGIN * seconds(sessions, iterations) <= left)
                .orElse(true);
    }

    /** Whether so many more iterations of the point measured last can end in time. */
    boolean allowsMore(int sessions, int iterations) {
        return left().map(left -> timed.isEmpty() || MARGIN * iterations * iterationSeconds(sessions) <= left)
                .orElse(true);
    }

    /**
     * Whether after a point of that size there would be time for another one.
     *
     * @param after iterations of the other one
     */
    boolean allowsTwo(int sessions, int iterations, int after) {
        return left().map(left -> timed.isEmpty()
                        || MARGIN * (seconds(sessions, iterations) + windowSeconds(sessions, after)) <= left)
                .orElse(true);
    }

    /** Seconds left, none if there is no budget. */
    private Optional<Double> left() {
        return load.budget().map(budget -> seconds(budget.minus(elapsed)));
    }

    double seconds(int sessions, int iterations) {
        int added = Math.max(0, sessions - working);
        double warmUp = added > 0 ? WARM_UP_ITERATIONS * iterationSeconds(sessions) : 0;
        return added * logonSeconds() + warmUp + windowSeconds(sessions, iterations);
    }

    private double windowSeconds(int sessions, int iterations) {
        return (iterations + ITERATIONS_BESIDE) * iterationSeconds(sessions);
    }

    /** What one more session adds to a ramp-up. */
    private double logonSeconds() {
        return timed.stream()
                .filter(point -> point.times().added() > 0)
                .mapToDouble(point -> Math.max(0, seconds(point.times().rampUp()) - iterationSeconds(point))
                        / point.times().added())
                .max()
                .orElse(0);
    }

    private static double iterationSeconds(MeasuredPoint point) {
        return seconds(point.times().window()) / (point.times().iterations() + ITERATIONS_BESIDE);
    }

    /**
     * Between sizes that were measured as a straight line of their logarithms; beyond the largest as if all waited for
     * one thing.
     */
    private double iterationSeconds(int sessions) {
        int below = 0;
        int above = Integer.MAX_VALUE;
        for (MeasuredPoint point : timed) {
            below = point.sessions() <= sessions ? Math.max(below, point.sessions()) : below;
            above = point.sessions() >= sessions ? Math.min(above, point.sessions()) : above;
        }
        if (above == Integer.MAX_VALUE) {
            return longest(below) * sessions / below;
        }
        if (below == 0 || below == above) {
            return longest(above);
        }
        double share = Math.log((double) sessions / below) / Math.log((double) above / below);
        return Math.pow(longest(below), 1 - share) * Math.pow(longest(above), share);
    }

    private double longest(int sessions) {
        return timed.stream()
                .filter(point -> point.sessions() == sessions)
                .mapToDouble(SearchTime::iterationSeconds)
                .max()
                .orElse(0);
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
