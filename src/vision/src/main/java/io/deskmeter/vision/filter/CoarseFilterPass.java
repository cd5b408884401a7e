package io.deskmeter.vision.filter;

import io.deskmeter.screen.Rect;
import java.util.Arrays;

/** One pass of a {@link CoarseFilter}, and the memory for it. The JVM can vectorise the loops over {@link #CHUNK}. */
final class CoarseFilterPass {
    private static final int CHUNK = 512;

    /** Positions with contrast are compared in one run if at most this many even ones are between them. */
    private static final int GAP = 4;
    /** The number of positions from which a table of all small cells is faster. */
    private static final int MANY = 48;

    private final CellTable coarseCells = new CellTable();
    private final CellTable fineTable = new CellTable();
    private float[] rowEnergies = new float[0];
    private float[] rowCentres = new float[0];
    private float[] lineMeans = new float[0];
    private float[] lineLengths = new float[0];
    /** Positions that wait to be compared: corner in the grid and cells, one line for each. */
    private final int[] corners = new int[CHUNK];

    private final float[] energies = new float[CHUNK];
    private final float[] centres = new float[CHUNK];
    private float[][] cells = new float[0][];
    /** For each phase. */
    private float[][] products = new float[0][];

    private final float[] greatest = new float[CHUNK];
    private final float[] leasts = new float[CHUNK];
    private float[] fineCells = new float[0];
    private int waiting;
    private int lookedAtFinely;

    /** Checks the grid positions from its corner, for this number of columns and rows. */
    void run(CoarseFilter coarseFilter, Rect positions, ScratchMemory scratch, int columns, int rows) {
        BlockSums blockSums = scratch.blockSums;
        CellLayer layer = coarseFilter.coarse;
        coarseCells.begin(blockSums, layer.across, layer.down);
        reserve(2 * layer.columns.length, columns, 2 * coarseFilter.fine.columns.length);
        if (products.length < layer.taps.length) {
            products = new float[layer.taps.length][CHUNK];
        }
        waiting = 0;
        lookedAtFinely = 0;
        boolean tiled = layer.isTiled();
        for (int row = 0; row < rows; row++) {
            int corner = row * blockSums.stride;
            if (tiled) {
                weighTiled(blockSums, layer, corner, columns);
            } else {
                weigh(blockSums, layer, corner, columns);
            }
            takeRuns(coarseFilter, positions, scratch, corner, columns);
        }
        compare(coarseFilter, positions, scratch);
    }

    private void reserve(int lines, int columns, int fine) {
        if (cells.length < lines) {
            cells = new float[lines][CHUNK];
        }
        if (rowEnergies.length < columns) {
            rowEnergies = new float[columns];
            rowCentres = new float[columns];
            lineMeans = new float[columns];
            lineLengths = new float[columns];
        }
        if (fineCells.length < fine) {
            fineCells = new float[fine];
        }
    }

    private void weighTiled(BlockSums blockSums, CellLayer layer, int corner, int columns) {
        int below = layer.blocksDown * blockSums.stride;
        double perPixel = 1.0 / (layer.columns.length * layer.pixels);
        double perCell = 1 / (layer.columns.length * Math.sqrt(layer.pixels));
        for (int i = 0; i < columns; i++) {
            double sum = blockSums.sum(corner + i, layer.blocksAcross, below);
            double squares = blockSums.squares(corner + i, layer.blocksAcross, below);
            rowEnergies[i] = (float) (squares - sum * sum * perPixel);
            rowCentres[i] = (float) (sum * perCell);
        }
    }

    /**
     * Cell by cell, so that the JVM can vectorise sums of lines that begin at the same index. Squares are of the
     * distances from the centre, which single precision represents well.
     */
    private void weigh(BlockSums blockSums, CellLayer layer, int corner, int columns) {
        coarseCells.need(layer, corner / blockSums.stride);
        Arrays.fill(rowCentres, 0, columns, 0);
        Arrays.fill(rowEnergies, 0, columns, 0);
        float share = 1f / Math.max(1, layer.columns.length);
        for (int k = 0; k < layer.columns.length; k++) {
            int at = corner + layer.rows[k] * blockSums.stride + layer.columns[k];
            System.arraycopy(coarseCells.means, at, lineMeans, 0, columns);
            addShare(lineMeans, share, rowCentres, columns);
        }
        for (int k = 0; k < layer.columns.length; k++) {
            int at = corner + layer.rows[k] * blockSums.stride + layer.columns[k];
            System.arraycopy(coarseCells.means, at, lineMeans, 0, columns);
            System.arraycopy(coarseCells.lengths, at, lineLengths, 0, columns);
            addSquares(lineMeans, lineLengths, rowCentres, rowEnergies, columns);
        }
    }

    private static void addShare(float[] means, float share, float[] centres, int count) {
        for (int i = 0; i < count; i++) {
            centres[i] += means[i] * share;
        }
    }

    private static void addSquares(float[] means, float[] lengths, float[] centres, float[] energies, int count) {
        for (int i = 0; i < count; i++) {
            float apart = means[i] - centres[i];
            energies[i] += apart * apart + lengths[i] * lengths[i];
        }
    }

    private void takeRuns(CoarseFilter coarseFilter, Rect positions, ScratchMemory scratch, int corner, int columns) {
        int start = -1;
        int end = -1;
        for (int i = 0; i < columns; i++) {
            if (coarseFilter.coarse.mayHave(rowEnergies[i], rowCentres[i])) {
                if (start >= 0 && i - end > GAP) {
                    take(coarseFilter, positions, scratch, corner, start, end);
                    start = i;
                }
                start = start < 0 ? i : start;
                end = i + 1;
            }
        }
        if (start >= 0) {
            take(coarseFilter, positions, scratch, corner, start, end);
        }
    }

    private void take(
            CoarseFilter coarseFilter, Rect positions, ScratchMemory scratch, int corner, int start, int end) {
        int from = start;
        while (from < end) {
            int count = Math.min(end - from, CHUNK - waiting);
            System.arraycopy(rowEnergies, from, energies, waiting, count);
            System.arraycopy(rowCentres, from, centres, waiting, count);
            gather(scratch.blockSums, coarseFilter.coarse, corner + from, count);
            for (int i = 0; i < count; i++) {
                corners[waiting + i] = corner + from + i;
            }
            waiting += count;
            from += count;
            if (waiting == CHUNK) {
                compare(coarseFilter, positions, scratch);
            }
        }
    }

    private void gather(BlockSums blockSums, CellLayer layer, int corner, int count) {
        coarseCells.need(layer, corner / blockSums.stride);
        int kinds = layer.columns.length;
        for (int k = 0; k < kinds; k++) {
            int at = corner + layer.rows[k] * blockSums.stride + layer.columns[k];
            System.arraycopy(coarseCells.means, at, cells[k], waiting, count);
            System.arraycopy(coarseCells.lengths, at, cells[kinds + k], waiting, count);
        }
    }

    private void compare(CoarseFilter coarseFilter, Rect positions, ScratchMemory scratch) {
        CellLayer layer = coarseFilter.coarse;
        for (int k = 0; k < layer.columns.length; k++) {
            subtract(cells[k], centres, waiting);
        }
        Arrays.fill(greatest, 0, waiting, Float.NEGATIVE_INFINITY);
        for (int phase = 0; phase < layer.taps.length; phase++) {
            multiply(layer.taps[phase], 2 * layer.columns.length, products[phase]);
            greater(greatest, products[phase], waiting);
        }
        layer.leastProducts(energies, leasts, waiting);
        for (int i = 0; i < waiting; i++) {
            if (greatest[i] >= leasts[i]) {
                compareFinely(coarseFilter, positions, scratch, i, leasts[i]);
            }
        }
        waiting = 0;
    }

    private static void subtract(float[] from, float[] what, int count) {
        for (int i = 0; i < count; i++) {
            from[i] -= what[i];
        }
    }

    private static void greater(float[] greatest, float[] products, int count) {
        for (int i = 0; i < count; i++) {
            greatest[i] = Math.max(greatest[i], products[i]);
        }
    }

    private void multiply(float[] taps, int count, float[] products) {
        Arrays.fill(products, 0, waiting, 0);
        int k = 0;
        for (; k + 4 <= count; k += 4) {
            addFour(cells[k], cells[k + 1], cells[k + 2], cells[k + 3], taps, k, products, waiting);
        }
        for (; k < count; k++) {
            addOne(cells[k], taps[k], products, waiting);
        }
    }

    private static void addFour(
            float[] a, float[] b, float[] c, float[] d, float[] taps, int k, float[] products, int count) {
        float ta = taps[k];
        float tb = taps[k + 1];
        float tc = taps[k + 2];
        float td = taps[k + 3];
        for (int i = 0; i < count; i++) {
            products[i] += ta * a[i] + tb * b[i] + tc * c[i] + td * d[i];
        }
    }

    private static void addOne(float[] a, float tap, float[] products, int count) {
        for (int i = 0; i < count; i++) {
            products[i] += tap * a[i];
        }
    }

    /** A grid position that some phase may match: finds the phases and compares the small cells. */
    private void compareFinely(
            CoarseFilter coarseFilter, Rect positions, ScratchMemory scratch, int index, float least) {
        CellLayer fine = coarseFilter.fine;
        BlockSums blockSums = scratch.blockSums;
        int corner = corners[index];
        double energy = fillFineCells(blockSums, fine, corner);
        if (!fine.mayHave(energy)) {
            return;
        }
        double fineLeast = fine.leastProduct(energy);
        int x = (blockSums.left + corner % blockSums.stride) * coarseFilter.block;
        int y = (blockSums.top + corner / blockSums.stride) * coarseFilter.block;
        for (int phase = 0; phase < fine.taps.length; phase++) {
            int left = x - phase % coarseFilter.block;
            int top = y - phase / coarseFilter.block;
            if (left < positions.x()
                    || left >= positions.right()
                    || top < positions.y()
                    || top >= positions.bottom()
                    || products[phase][index] < least) {
                continue;
            }
            float product = dot(fine.taps[phase], fineCells, 2 * fine.columns.length);
            if (product >= fineLeast) {
                double bound = fine.greatestCorrelation(phase, energy, product);
                scratch.candidates.add(left, top, (float) energy, (float) bound);
            }
        }
    }

    private double fillFineCells(BlockSums blockSums, CellLayer fine, int corner) {
        if (++lookedAtFinely == MANY) {
            fineTable.begin(blockSums, fine.across, fine.down);
        }
        boolean tabled = lookedAtFinely >= MANY;
        if (tabled) {
            fineTable.need(fine, corner / blockSums.stride);
        }
        int count = fine.columns.length;
        double sum = 0;
        double squares = 0;
        for (int k = 0; k < count; k++) {
            int at = corner + fine.rows[k] * blockSums.stride + fine.columns[k];
            float mean = tabled ? fineTable.means[at] : CellTable.mean(blockSums, at, fine.across, fine.down);
            float length = tabled ? fineTable.lengths[at] : CellTable.length(blockSums, at, fine.across, fine.down);
            fineCells[k] = mean;
            fineCells[count + k] = length;
            sum += mean;
            squares += (double) mean * mean + (double) length * length;
        }
        float centre = (float) (sum / Math.max(1, count));
        for (int k = 0; k < count; k++) {
            fineCells[k] -= centre;
        }
        return squares - sum * sum / Math.max(1, count);
    }

    private static float dot(float[] taps, float[] values, int count) {
        float a = 0;
        float b = 0;
        for (int k = 0; k < count; k += 2) {
            a += taps[k] * values[k];
            b += taps[k + 1] * values[k + 1];
        }
        return a + b;
    }

    void shrink() {
        coarseCells.shrink();
        fineTable.shrink();
    }
}
