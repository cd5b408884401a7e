package io.deskmeter.controller.columns;

import io.deskmeter.measure.statistics.Quantiles;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The responses of a run, sorted into numbered cells and within each by size; what failed is infinitely slow, as in
 * verdicts. Every quantile is exact.
 */
final class ResponseCells {
    /** The end of each cell in {@code values}; it begins at the end of the previous one. */
    private final int[] ends;

    private final double[] values;

    private ResponseCells(int[] ends, double[] values) {
        this.ends = ends;
        this.values = values;
    }

    /**
     * Sorts.
     *
     * @param cells how many there are
     * @param cellOf the cell of a timing, below 0 for none; called only for timings that count for percentiles
     */
    static ResponseCells of(RunColumns columns, int cells, IntUnaryOperator cellOf) {
        return of(columns, cells, cellOf, new int[cells]);
    }

    /**
     * The same with operations of which no timing came.
     *
     * @param lost how many of each cell the platform lost: they are infinitely slow
     */
    static ResponseCells of(RunColumns columns, int cells, IntUnaryOperator cellOf, int[] lost) {
        int[] cell = new int[columns.size()];
        int[] counts = lost.clone();
        for (int row = 0; row < cell.length; row++) {
            cell[row] = columns.ended(row) ? cellOf.applyAsInt(row) : -1;
            if (cell[row] >= 0) {
                counts[cell[row]]++;
            }
        }
        int[] ends = new int[cells];
        int total = 0;
        for (int i = 0; i < cells; i++) {
            ends[i] = total;
            total += counts[i];
        }
        double[] values = new double[total];
        for (int row = 0; row < cell.length; row++) {
            if (cell[row] >= 0) {
                values[ends[cell[row]]++] = columns.millis(row);
            }
        }
        for (int i = 0; i < cells; i++) {
            Arrays.fill(values, ends[i], ends[i] + lost[i], Double.POSITIVE_INFINITY);
            ends[i] += lost[i];
            Arrays.sort(values, i == 0 ? 0 : ends[i - 1], ends[i]);
        }
        return new ResponseCells(ends, values);
    }

    /** The number of responses of the cell, including failed ones. */
    int count(int cell) {
        return ends[cell] - from(cell);
    }

    private int from(int cell) {
        return cell == 0 ? 0 : ends[cell - 1];
    }

    int failed(int cell) {
        int failed = 0;
        for (int i = ends[cell] - 1; i >= from(cell) && Double.isInfinite(values[i]); i--) {
            failed++;
        }
        return failed;
    }

    /** In milliseconds; null if there are none, or if too many failed. */
    @Nullable
    Double quantile(int cell, double q) {
        if (count(cell) == 0) {
            return null;
        }
        double value = Quantiles.of(values, from(cell), ends[cell], q);
        return Double.isInfinite(value) ? null : Double.valueOf(value);
    }

    /** The slowest successful one in milliseconds; null if there is none. */
    @Nullable
    Double max(int cell) {
        int ok = count(cell) - failed(cell);
        return ok == 0 ? null : Double.valueOf(values[from(cell) + ok - 1]);
    }

    /** The value of that rank, from 1, in milliseconds. */
    double ranked(int cell, int rank) {
        return values[from(cell) + rank - 1];
    }
}
