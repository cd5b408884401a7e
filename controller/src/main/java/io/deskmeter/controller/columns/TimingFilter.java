package io.deskmeter.controller.columns;

import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Selects timings; null fields do not restrict.
 *
 * @param operation {@code office/writer/save}
 * @param outcome label
 * @param group A, B or C
 * @param loadPoint from 1, 0 for those outside of any
 * @param minMs least response; those without one are left out
 * @param maxMs most response; those without one are left out
 * @param from earliest input
 * @param to latest input, exclusive
 */
public record TimingFilter(
        @Nullable Integer session,
        @Nullable String operation,
        @Nullable String outcome,
        @Nullable String group,
        @Nullable Integer loadPoint,
        @Nullable Boolean steady,
        @Nullable Double minMs,
        @Nullable Double maxMs,
        @Nullable Instant from,
        @Nullable Instant to) {

    private static final long FARTHEST_SECONDS = TimeUnit.MICROSECONDS.toSeconds(Long.MAX_VALUE);

    /** The indices of the selected timings, in order. */
    int[] rows(RunColumns columns) {
        boolean[] operations = new boolean[columns.operations.size()];
        for (int i = 0; i < operations.length; i++) {
            RunColumns.OperationKey key = columns.operations.get(i);
            operations[i] =
                    (operation == null || operation.equals(key.path())) && (group == null || group.equals(key.group()));
        }
        boolean[] outcomes = new boolean[OutcomeCodes.ALL.size()];
        for (int i = 0; i < outcomes.length; i++) {
            outcomes[i] =
                    outcome == null || outcome.equals(OutcomeCodes.ALL.get(i).label());
        }
        return IntStream.range(0, columns.size())
                .filter(row -> operations[columns.operation(row)]
                        && outcomes[columns.outcomeNumber(row)]
                        && (session == null || columns.session(row) == session)
                        && (loadPoint == null || columns.loadPoint(row) == loadPoint)
                        && (steady == null || columns.steady(row) == steady)
                        && within(columns, row)
                        && during(columns, row))
                .toArray();
    }

    private boolean within(RunColumns columns, int row) {
        if (minMs == null && maxMs == null) {
            return true;
        }
        long nanos = columns.responseNanos(row);
        double millis = nanos / 1e6;
        return nanos != RunColumns.NONE && (minMs == null || millis >= minMs) && (maxMs == null || millis <= maxMs);
    }

    private boolean during(RunColumns columns, int row) {
        if (from == null && to == null) {
            return true;
        }
        long fired = columns.firedMicros(row);
        return fired != RunColumns.NONE
                && (from == null || fired >= micros(from))
                && (to == null || fired < micros(to));
    }

    /** An instant that cannot be expressed in microseconds becomes the farthest possible one. */
    private static long micros(Instant instant) {
        long seconds = instant.getEpochSecond();
        if (Math.abs(seconds) >= FARTHEST_SECONDS) {
            return seconds < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
        return TimeUnit.SECONDS.toMicros(seconds) + TimeUnit.NANOSECONDS.toMicros(instant.getNano());
    }
}
