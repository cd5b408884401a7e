package io.deskmeter.measure.point;

import io.deskmeter.measure.statistics.Bootstrap;
import io.deskmeter.measure.statistics.Quantiles;
import io.deskmeter.measure.statistics.SeriesValues;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.measure.timing.TimingList;
import io.deskmeter.workload.metric.Statistic;
import io.deskmeter.workload.operation.Group;
import java.util.List;
import java.util.function.Predicate;

/** Timings as numbers: milliseconds, infinite where an operation is a loss of the platform. */
public final class Responses {
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double P95 = 0.95;

    /** What an operation that was not delivered may have taken at best. */
    private static final double NO_TIME = 0;

    private Responses() {}

    /** Whether a timing enters quantiles: it was not spoilt by a fault of the harness. */
    public static boolean counts(Timing timing) {
        return timing.outcome().counts();
    }

    /** Whether it failed by itself or with its session; not if it was only not reached. */
    private static boolean failed(Timing timing) {
        return timing.outcome().isLoss() && timing.outcome() != Outcome.SKIPPED;
    }

    /** Response of an operation that counts. */
    public static double millis(Timing timing) {
        return timing.outcome().isLoss() ? Double.POSITIVE_INFINITY : timing.responseNanos() / NANOS_PER_MILLI;
    }

    public static GroupSummary group(Group group, TimingList timings, Bootstrap bootstrap, long seed) {
        SeriesValues values = values(timings);
        double[] sorted = values.sorted();
        SeriesValues.Estimate p95 = values.estimate(Statistic.P95, Double.POSITIVE_INFINITY, bootstrap, seed);
        return new GroupSummary(
                group,
                sorted.length,
                count(timings, Responses::failed),
                count(timings, t -> t.outcome() == Outcome.SKIPPED),
                values.open(),
                quantile(sorted, 0.5),
                p95.value(),
                p95.interval(),
                p95.best(),
                p95.worst());
    }

    private static SeriesValues values(TimingList timings) {
        SeriesValues.Builder values = new SeriesValues.Builder(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);
        for (Timing timing : timings) {
            if (counts(timing)) {
                values.known(timing.session(), millis(timing));
            } else {
                values.open(timing.session(), NO_TIME, 1);
            }
        }
        return values.build();
    }

    public static OperationSummary operation(
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
                count(timings, t -> t.outcome() == Outcome.SKIPPED),
                count(timings, t -> !counts(t)),
                quantile(sorted, 0.5),
                quantile(sorted, P95),
                quantile(sorted, 0.99),
                quantile(resolutions, P95),
                timings.stream().mapToInt(Timing::handled).sum());
    }

    /** Of all groups. */
    public static SessionSummary session(int session, TimingList timings, boolean lost, int withoutTiming) {
        double[] a = sortedMillis(timings.where(t -> t.group() == Group.A));
        double[] b = sortedMillis(timings.where(t -> t.group() == Group.B));
        return new SessionSummary(
                session,
                lost,
                count(timings, Responses::counts),
                count(timings, Responses::failed),
                count(timings, t -> t.outcome() == Outcome.SKIPPED),
                count(timings, t -> !counts(t)),
                withoutTiming,
                quantile(a, 0.5),
                quantile(a, P95),
                quantile(b, 0.5),
                quantile(b, P95));
    }

    /** Sorted lags, in milliseconds, of all whose input left. */
    public static double[] lags(List<Timing> timings) {
        return timings.stream()
                .filter(t -> t.firedAt() != Timing.NEVER)
                .mapToDouble(t -> t.lagNanos() / NANOS_PER_MILLI)
                .sorted()
                .toArray();
    }

    /** A quantile, NaN where there is nothing to take it from. */
    public static double quantile(double[] sorted, double q) {
        return sorted.length == 0 ? Double.NaN : Quantiles.of(sorted, q);
    }

    private static double[] sortedMillis(List<Timing> timings) {
        return timings.stream()
                .filter(Responses::counts)
                .mapToDouble(Responses::millis)
                .sorted()
                .toArray();
    }

    private static int count(List<Timing> timings, Predicate<Timing> which) {
        return (int) timings.stream().filter(which).count();
    }
}
