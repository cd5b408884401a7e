package io.deskmeter.controller.columns;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The p95 of each session in each span of time, as parallel lists; a session without operations of the group, and a
 * span in which none of its operations ended, are left out.
 *
 * @param from begin of the first span
 * @param to the last input
 * @param columnSeconds length of a span
 * @param columns how many spans
 * @param sessions those that have operations of the group, by number
 * @param thresholdMs of the group, null if it has none
 * @param row index into {@code sessions}
 * @param column index of the span
 * @param p95Ms null where so many failed that it has no end
 * @param count operations that ended
 * @param failed operations among them
 */
public record HeatMap(
        Instant from,
        Instant to,
        long columnSeconds,
        int columns,
        List<Integer> sessions,
        @Nullable Double thresholdMs,
        List<Integer> row,
        List<Integer> column,
        List<@Nullable Double> p95Ms,
        List<Integer> count,
        List<Integer> failed) {

    /**
     * Of a run.
     *
     * @param group A, B or C
     * @param steady whether only those that count, or only those that do not; null for all
     * @param most spans
     */
    public static HeatMap of(
            RunColumns columns, String group, @Nullable Boolean steady, int most, @Nullable Double thresholdMs) {
        boolean[] ofGroup = columns.ofGroup(group);
        IntPredicate which =
                row -> ofGroup[columns.operation(row)] && (steady == null || columns.steady(row) == steady);
        long[] span = columns.span(which);
        TimeSpans spans = TimeSpans.of(span[0], span[1], most);
        List<Integer> sessions = new ArrayList<>();
        int[] place = places(columns, which, sessions);
        int width = spans.count();
        ResponseCells cells = ResponseCells.of(
                columns,
                sessions.size() * width,
                row -> columns.fired(row) && which.test(row)
                        ? place[row] * width + spans.index(columns.firedMicros(row))
                        : -1);
        HeatMap map = new HeatMap(
                RunColumns.instant(spans.fromMicros()),
                RunColumns.instant(span[1]),
                spans.seconds(),
                width,
                sessions,
                thresholdMs,
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>());
        for (int cell = 0; cell < sessions.size() * width; cell++) {
            if (cells.count(cell) > 0) {
                map.row.add(cell / width);
                map.column.add(cell % width);
                map.p95Ms.add(cells.quantile(cell, 0.95));
                map.count.add(cells.count(cell));
                map.failed.add(cells.failed(cell));
            }
        }
        return map;
    }

    /** The place of each timing's session among those that have any of interest; timings are sorted by session. */
    private static int[] places(RunColumns columns, IntPredicate which, List<Integer> sessions) {
        int[] place = new int[columns.size()];
        int before = -1;
        for (int row = 0; row < place.length; row++) {
            if (which.test(row)) {
                if (columns.session(row) != before) {
                    before = columns.session(row);
                    sessions.add(before);
                }
                place[row] = sessions.size() - 1;
            }
        }
        return place;
    }
}
