package io.deskmeter.controller.columns;

import io.deskmeter.controller.request.InvalidRequestException;
import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A page of timings.
 *
 * @param total how many satisfy the filter
 * @param offset of the first
 * @param timings of this page
 */
public record TimingPage(int total, int offset, List<TimingView> timings) {
    public TimingPage {
        timings = List.copyOf(timings);
    }

    /**
     * Of a run. Timings without the value are last in both directions; equal ones are in the order of session and
     * sequence.
     *
     * @param sort null for the order of session and sequence
     */
    public static TimingPage of(
            RunColumns columns, TimingFilter filter, @Nullable Sort sort, boolean descending, int offset, int limit) {
        int[] rows = filter.rows(columns);
        if (sort != null) {
            rows = RowSort.sorted(rows, sort.keys(columns), descending);
        }
        int[] sorted = rows;
        int end = (int) Math.min(sorted.length, (long) offset + limit);
        List<TimingView> page = IntStream.range(Math.min(offset, end), end)
                .mapToObj(i -> columns.view(sorted[i]))
                .toList();
        return new TimingPage(sorted.length, offset, page);
    }

    /** By what pages can be sorted. */
    public enum Sort {
        FIRED_AT("firedAt"),
        RESPONSE_MS("responseMs"),
        LAG_MS("lagMs"),
        SESSION("session");

        private final String label;

        Sort(String label) {
            this.label = label;
        }

        /** As requests name it. */
        public static Sort of(String label) {
            for (Sort sort : values()) {
                if (sort.label.equals(label)) {
                    return sort;
                }
            }
            throw new InvalidRequestException("sort: " + label + " (expected: firedAt, responseMs, lagMs or session)");
        }

        private IntToLongFunction keys(RunColumns columns) {
            return switch (this) {
                case FIRED_AT -> columns::firedMicros;
                case RESPONSE_MS -> columns::responseNanos;
                case LAG_MS -> columns::lagNanos;
                case SESSION -> columns::session;
            };
        }
    }
}
