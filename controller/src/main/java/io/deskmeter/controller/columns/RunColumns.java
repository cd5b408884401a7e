package io.deskmeter.controller.columns;

import io.deskmeter.controller.report.TimingPoint;
import io.deskmeter.measure.Outcome;
import io.deskmeter.measure.Response;
import io.deskmeter.measure.Timing;
import io.deskmeter.workload.Group;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The timings of a run, by session and sequence: the same place in each array belongs to the same timing. Nobody changes the arrays once they
 * are here.
 */
public final class RunColumns {
    /** In place of a duration or an instant that there is none of. */
    static final long NONE = Long.MIN_VALUE;

    final List<OperationKey> operations;
    final List<String> details;
    final int[] session;
    final long[] sequence;
    final int[] iteration;
    final short[] operation;
    final byte[] outcome;
    final short[] loadPoint;
    final boolean[] steady;
    /** Microseconds since the epoch. */
    final long[] firedMicros;

    final long[] responseNanos;
    final long[] resolutionNanos;
    final long[] lagNanos;
    final long[] thinkNanos;
    final int[] detail;

    private final Answers answers = new Answers();

    RunColumns(
            List<OperationKey> operations,
            List<String> details,
            int[] session,
            long[] sequence,
            int[] iteration,
            short[] operation,
            byte[] outcome,
            short[] loadPoint,
            boolean[] steady,
            long[] firedMicros,
            long[] responseNanos,
            long[] resolutionNanos,
            long[] lagNanos,
            long[] thinkNanos,
            int[] detail) {
        this.operations = List.copyOf(operations);
        this.details = List.copyOf(details);
        this.session = session;
        this.sequence = sequence;
        this.iteration = iteration;
        this.operation = operation;
        this.outcome = outcome;
        this.loadPoint = loadPoint;
        this.steady = steady;
        this.firedMicros = firedMicros;
        this.responseNanos = responseNanos;
        this.resolutionNanos = resolutionNanos;
        this.lagNanos = lagNanos;
        this.thinkNanos = thinkNanos;
        this.detail = detail;
    }

    /** What tells operations apart. */
    record OperationKey(String workload, String operation, String group) {
        /** {@code office/writer/save}. */
        String path() {
            return workload + "/" + operation;
        }
    }

    /** What was asked of them before. */
    public Answers answers() {
        return answers;
    }

    /** How many timings. */
    public int size() {
        return session.length;
    }

    Outcome outcome(int row) {
        return Outcomes.ALL.get(outcome[row]);
    }

    OperationKey key(int row) {
        return operations.get(operation[row]);
    }

    boolean fired(int row) {
        return firedMicros[row] != NONE;
    }

    /** Whether it enters percentiles. */
    boolean ended(int row) {
        return Outcomes.ended(outcome[row]);
    }

    /** Of one that ended: infinite where it failed. */
    double millis(int row) {
        return responseNanos[row] == NONE ? Double.POSITIVE_INFINITY : responseNanos[row] / 1e6;
    }

    /** For each operation whether it is of that group. */
    boolean[] ofGroup(String group) {
        boolean[] of = new boolean[operations.size()];
        IntStream.range(0, of.length)
                .forEach(i -> of[i] = operations.get(i).group().equals(group));
        return of;
    }

    /** The steady responses of some load points, as comparisons want them. */
    public List<Response> responses(Set<Integer> loadPoints) {
        return IntStream.range(0, size())
                .filter(row -> steady[row] && ended(row) && loadPoints.contains((int) loadPoint[row]))
                .mapToObj(row ->
                        new Response(session[row], key(row).path(), Group.valueOf(key(row).group()), millis(row)))
                .toList();
    }

    /** All timings as the store has them, but with instants that count from the intended one: only their differences mean anything anyway. */
    public Iterable<TimingPoint> points() {
        return () -> IntStream.range(0, size()).mapToObj(this::point).iterator();
    }

    private TimingPoint point(int row) {
        OperationKey key = key(row);
        boolean ok = responseNanos[row] != NONE;
        long shownAt = ok ? lagNanos[row] + responseNanos[row] : Timing.NEVER;
        return new TimingPoint(
                loadPoint[row],
                steady[row],
                new Timing(
                        session[row],
                        sequence[row],
                        iteration[row],
                        key.workload(),
                        key.operation(),
                        Group.valueOf(key.group()),
                        outcome(row),
                        fired(row) ? instant(firedMicros[row]) : Instant.EPOCH,
                        thinkNanos[row],
                        0,
                        fired(row) ? lagNanos[row] : Timing.NEVER,
                        ok ? shownAt - resolutionNanos[row] : Timing.NEVER,
                        shownAt,
                        details.get(detail[row])));
    }

    /** A timing as users see it. */
    public TimingView view(int row) {
        OperationKey key = key(row);
        return new TimingView(
                loadPoint[row],
                session[row],
                sequence[row],
                iteration[row],
                steady[row],
                key.workload(),
                key.operation(),
                key.group(),
                outcome(row).label(),
                fired(row) ? instant(firedMicros[row]) : null,
                millisOrNull(responseNanos[row]),
                millisOrNull(resolutionNanos[row]),
                millisOrNull(lagNanos[row]),
                thinkNanos[row] / 1e6,
                details.get(detail[row]));
    }

    private static @Nullable Double millisOrNull(long nanos) {
        return nanos == NONE ? null : Double.valueOf(nanos / 1e6);
    }

    static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    /** First and last firing of the timings that satisfy it, in microseconds; equal and 0 where there are none. */
    long[] span(IntPredicate which) {
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (int row = 0; row < size(); row++) {
            if (fired(row) && which.test(row)) {
                first = Math.min(first, firedMicros[row]);
                last = Math.max(last, firedMicros[row]);
            }
        }
        return first > last ? new long[] {0, 0} : new long[] {first, last};
    }
}
