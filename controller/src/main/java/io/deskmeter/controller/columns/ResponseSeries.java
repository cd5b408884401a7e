package io.deskmeter.controller.columns;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Responses over time.
 *
 * @param from begin of the first span
 * @param to the last input
 * @param bucketSeconds length of a span
 * @param lines by group and name
 */
@Schema(name = "Series")
public record ResponseSeries(Instant from, Instant to, long bucketSeconds, List<SeriesLine> lines) {
    public ResponseSeries {
        lines = List.copyOf(lines);
    }

    /** One line; spans in which nothing ended have no point. */
    public record SeriesLine(String key, String group, List<SeriesPoint> points) {
        public SeriesLine {
            points = List.copyOf(points);
        }
    }

    /**
     * The operations whose input was sent in one span.
     *
     * @param at its begin
     * @param count that ended
     * @param failed of them
     * @param p50Ms null, as any quantile, where so many failed that it has no end
     * @param maxMs of successful operations; null if all failed
     */
    public record SeriesPoint(
            Instant at,
            int count,
            int failed,
            @Nullable Double p50Ms,
            @Nullable Double p95Ms,
            @Nullable Double maxMs) {}

    /**
     * Of a run.
     *
     * @param loadPoint from 1, 0 for all
     * @param steady whether only those that count, or only those that do not; null for all
     * @param buckets most spans
     */
    public static ResponseSeries of(
            RunColumns columns, GroupBy by, int loadPoint, @Nullable Boolean steady, int buckets) {
        IntPredicate which = row -> (loadPoint == 0 || columns.loadPoint(row) == loadPoint)
                && (steady == null || columns.steady(row) == steady);
        long[] span = columns.span(which);
        TimeSpans spans = TimeSpans.of(span[0], span[1], buckets);
        List<GroupBy.Line> lines = by.lines(columns);
        int[] lineOf = by.indices(columns, lines);
        int count = spans.count();
        ResponseCells cells = ResponseCells.of(
                columns,
                lines.size() * count,
                row -> columns.fired(row) && which.test(row)
                        ? lineOf[columns.operation(row)] * count + spans.index(columns.firedMicros(row))
                        : -1);
        List<SeriesLine> series = new ArrayList<>();
        for (int line = 0; line < lines.size(); line++) {
            int first = line * count;
            List<SeriesPoint> points = IntStream.range(0, count)
                    .filter(i -> cells.count(first + i) > 0)
                    .mapToObj(i -> point(cells, first + i, spans.start(i)))
                    .toList();
            series.add(new SeriesLine(lines.get(line).key(), lines.get(line).group(), points));
        }
        return new ResponseSeries(
                RunColumns.instant(spans.fromMicros()), RunColumns.instant(span[1]), spans.seconds(), series);
    }

    private static SeriesPoint point(ResponseCells cells, int cell, long startMicros) {
        return new SeriesPoint(
                RunColumns.instant(startMicros),
                cells.count(cell),
                cells.failed(cell),
                cells.quantile(cell, 0.5),
                cells.quantile(cell, 0.95),
                cells.max(cell));
    }
}
