package io.deskmeter.controller.report.compare;

import io.deskmeter.controller.report.RunReport;
import io.deskmeter.measure.statistics.Interval;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Whether the capacities of two sides differ, in words. Their intervals hold nothing of how equal runs differ, so one
 * run a side never says more than that they do not overlap.
 */
final class Capacities {
    private Capacities() {}

    static String of(List<RunReport> baseline, List<RunReport> other) {
        List<RunReport> all = Stream.concat(baseline.stream(), other.stream()).toList();
        if (!all.stream().allMatch(report -> report.verdict().valid())) {
            return "not comparable: a run is invalid";
        }
        if (all.stream().anyMatch(report -> report.verdict().capacityInterval() == null)) {
            return "not comparable: not all runs found a capacity";
        }
        if (all.stream().map(RunReport::thresholds).distinct().count() > 1) {
            return "not comparable: different thresholds";
        }
        return words(intervals(baseline), intervals(other));
    }

    /** The same of runs that are comparable, by the intervals of their capacities. */
    static String words(List<Interval> baseline, List<Interval> other) {
        Interval a = hull(baseline);
        Interval b = hull(other);
        boolean oneASide = baseline.size() + other.size() == 2;
        String runs = oneASide ? " (one run a side: how equal runs differ is not known)" : " in all runs";
        if (Double.isInfinite(a.high()) && Double.isInfinite(b.high())) {
            boolean anyFailed = Stream.concat(baseline.stream(), other.stream())
                    .anyMatch(interval -> Double.isFinite(interval.high()));
            return anyFailed
                    ? "not known: each side has a run in which no larger load failed"
                    : "not known: no larger load failed on either side";
        }
        if (b.low() > a.high()) {
            return "more: the intervals do not overlap" + runs;
        }
        return b.high() < a.low()
                ? "less: the intervals do not overlap" + runs
                : "no clear difference: the intervals overlap";
    }

    private static List<Interval> intervals(List<RunReport> side) {
        return side.stream()
                .map(report -> Objects.requireNonNull(report.verdict().capacityInterval()))
                .toList();
    }

    /** From the lowest to the highest end of all its runs. */
    private static Interval hull(List<Interval> side) {
        double low = side.stream().mapToDouble(Interval::low).min().orElse(Double.NaN);
        double high = side.stream().mapToDouble(Interval::high).max().orElse(Double.NaN);
        return new Interval(low, high);
    }
}
