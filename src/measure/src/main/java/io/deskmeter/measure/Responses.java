package io.deskmeter.measure;

import io.deskmeter.workload.Group;
import java.util.List;
import java.util.function.Predicate;

/** Timings as numbers: milliseconds, infinite where an operation failed. */
final class Responses {
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double P95 = 0.95;

    private Responses() {}

    /** Whether a timing enters quantiles: it was worked, and not spoilt by a fault of the harness. */
    static boolean ended(Timing timing) {
        return timing.outcome().ended();
    }

    private static boolean failed(Timing timing) {
        return timing.outcome().failed();
    }

    /** Response of an operation that ended. */
    static double millis(Timing timing) {
        return failed(timing) ? Double.POSITIVE_INFINITY : timing.responseNanos() / NANOS_PER_MILLI;
    }

    static GroupSummary group(Group group, TimingList timings, Bootstrap bootstrap, long seed) {
        int skipped = count(timings, t -> t.outcome() == Outcome.SKIPPED);
        double[] sorted = sortedMillis(timings);
        if (sorted.length == 0) {
            // Only skipped operations mean that nothing could be executed: infinitely slow, not unknown.
            double nothing = skipped > 0 ? Double.POSITIVE_INFINITY : Double.NaN;
            return new GroupSummary(group, 0, 0, skipped, nothing, nothing, unbounded());
        }
        return new GroupSummary(
                group,
                sorted.length,
                count(timings, Responses::failed),
                skipped,
                Quantiles.of(sorted, 0.5),
                Quantiles.of(sorted, P95),
                bootstrap.interval(bySession(timings), P95, seed));
    }

    static OperationSummary operation(
            String workload, String operation, Group group, int sessions, List<Timing> timings) {
        double[] sorted = sortedMillis(timings);
        double[] resolutions = timings.stream()
                .filter(t -> t.outcome() == Outcome.OK)
                .mapToDouble(t -> t.resolutionNanos() / NANOS_PER_MILLI)
                .sorted()
                .toArray();
        return new OperationSummary(
                workload,
                operation,
                group,
                sessions,
                sorted.length,
                count(timings, Responses::failed),
                quantile(sorted, 0.5),
                quantile(sorted, P95),
                quantile(sorted, 0.99),
                quantile(resolutions, P95));
    }

    /** Sorted lags, in milliseconds, of all whose input left. */
    static double[] lags(List<Timing> timings) {
        return timings.stream()
                .filter(t -> t.firedAt() != Timing.NEVER)
                .mapToDouble(t -> t.lagNanos() / NANOS_PER_MILLI)
                .sorted()
                .toArray();
    }

    /** A quantile, NaN where there is nothing to take it from. */
    static double quantile(double[] sorted, double q) {
        return sorted.length == 0 ? Double.NaN : Quantiles.of(sorted, q);
    }

    /** Sorted by session: the same timings in another order must give the same interval. */
    private static List<double[]> bySession(TimingList timings) {
        return timings.bySession().values().stream()
                .map(Responses::sortedMillis)
                .toList();
    }

    private static double[] sortedMillis(List<Timing> timings) {
        return timings.stream()
                .filter(Responses::ended)
                .mapToDouble(Responses::millis)
                .sorted()
                .toArray();
    }

    /** Of one group, in milliseconds. */
    static double[] sorted(List<Timing> timings, Group group) {
        return sortedMillis(timings.stream().filter(t -> t.group() == group).toList());
    }

    private static int count(List<Timing> timings, Predicate<Timing> which) {
        return (int) timings.stream().filter(which).count();
    }

    private static Interval unbounded() {
        return new Interval(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);
    }
}
