package io.deskmeter.controller.columns;

import io.deskmeter.measure.point.WithoutTiming;
import io.deskmeter.measure.timing.Ending;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The steady operations of a load point, as its verdict counts them.
 *
 * @param loadPoint from 1; 0 if the run has none
 * @param sessions of it that have any
 * @param lines by group and name
 */
public record Distribution(int loadPoint, int sessions, List<DistributionLine> lines) {
    private static final int STEPS = 200;

    public Distribution {
        lines = List.copyOf(lines);
    }

    /**
     * One line.
     *
     * @param count operations that were answered, or lost by the platform; those of lost sessions that have no timing
     *     too
     * @param failed those of them that the platform lost
     * @param notDelivered operations that Deskmeter itself spoilt or lost; not in {@code count}
     * @param p50Ms null, as any quantile, where so many failed that it has no end
     * @param maxMs of those that did not fail; null if all did
     * @param ecdf at most 200 steps, as shares of all operations, so that failures keep it below 1
     */
    public record DistributionLine(
            String key,
            String group,
            int count,
            int failed,
            int notDelivered,
            @Nullable Double p50Ms,
            @Nullable Double p90Ms,
            @Nullable Double p95Ms,
            @Nullable Double p99Ms,
            @Nullable Double maxMs,
            List<EcdfStep> ecdf) {
        public DistributionLine {
            ecdf = List.copyOf(ecdf);
        }
    }

    /** This share of all operations ended within this number of milliseconds. */
    public record EcdfStep(double ms, double share) {}

    /**
     * Of a run.
     *
     * @param loadPoint from 1; 0 for the last that has steady operations
     * @param withoutTiming the planned operations of a load point that have no timing
     */
    public static Distribution of(
            RunColumns columns, GroupBy by, int loadPoint, IntFunction<List<WithoutTiming>> withoutTiming) {
        int point = loadPoint == 0 ? last(columns) : loadPoint;
        List<WithoutTiming> missing = withoutTiming.apply(point);
        List<GroupBy.Line> lines = by.lines(columns, missing);
        int[] lineOf = by.indices(columns, lines);
        IntPredicate steady = row -> columns.steady(row) && columns.loadPoint(row) == point;
        ResponseCells cells = ResponseCells.of(
                columns,
                lines.size(),
                row -> steady.test(row) ? lineOf[columns.operation(row)] : -1,
                missing(by, lines, missing, Ending.LOST));
        int[] notDelivered = missing(by, lines, missing, Ending.NOT_DELIVERED);
        IntStream.range(0, columns.size())
                .filter(row -> steady.test(row) && !columns.ended(row))
                .forEach(row -> notDelivered[lineOf[columns.operation(row)]]++);
        List<DistributionLine> distribution = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            if (cells.count(i) + notDelivered[i] > 0) {
                distribution.add(line(lines.get(i), cells, i, notDelivered[i]));
            }
        }
        return new Distribution(point, sessions(columns, point), distribution);
    }

    /** Of each line how many operations without a timing ended so. */
    private static int[] missing(
            GroupBy by, List<GroupBy.Line> lines, List<WithoutTiming> withoutTiming, Ending ending) {
        int[] counts = new int[lines.size()];
        withoutTiming.stream()
                .filter(missing -> missing.ending() == ending)
                .forEach(missing -> counts[lines.indexOf(by.line(missing))] += missing.count());
        return counts;
    }

    private static int last(RunColumns columns) {
        int last = 0;
        for (int row = 0; row < columns.size(); row++) {
            if (columns.steady(row)) {
                last = Math.max(last, columns.loadPoint(row));
            }
        }
        return last;
    }

    /** Timings are sorted by session, so a session is counted at its first timing. */
    private static int sessions(RunColumns columns, int point) {
        int sessions = 0;
        int before = -1;
        for (int row = 0; row < columns.size(); row++) {
            if (columns.steady(row) && columns.loadPoint(row) == point && columns.session(row) != before) {
                before = columns.session(row);
                sessions++;
            }
        }
        return sessions;
    }

    private static DistributionLine line(GroupBy.Line line, ResponseCells cells, int cell, int notDelivered) {
        return new DistributionLine(
                line.key(),
                line.group(),
                cells.count(cell),
                cells.failed(cell),
                notDelivered,
                cells.quantile(cell, 0.5),
                cells.quantile(cell, 0.9),
                cells.quantile(cell, 0.95),
                cells.quantile(cell, 0.99),
                cells.max(cell),
                ecdf(cells, cell));
    }

    /** Steps at equal shares; the last one is the slowest that did not fail. */
    private static List<EcdfStep> ecdf(ResponseCells cells, int cell) {
        int count = cells.count(cell);
        int ok = count - cells.failed(cell);
        int steps = Math.min(STEPS, ok);
        List<EcdfStep> ecdf = new ArrayList<>();
        for (int i = 1; i <= steps; i++) {
            int rank = (int) ((long) ok * i / steps);
            ecdf.add(new EcdfStep(cells.ranked(cell, rank), (double) rank / count));
        }
        return ecdf;
    }
}
