package io.deskmeter.vision;

import java.util.Arrays;

/** Of a cell of some blocks at every corner of a lattice: the mean times the root of its pixels, and the length of the deviations from it. */
final class CellTable {
    private static final int LARGE = 1 << 19;

    private Lattice lattice = new Lattice();
    private int across = 1;
    private int down = 1;
    private boolean[] filled = new boolean[0];
    float[] means = new float[0];
    float[] lengths = new float[0];

    /** Begins anew for cells of so many blocks; rows are filled when they are needed. */
    void begin(Lattice of, int cellAcross, int cellDown) {
        lattice = of;
        across = cellAcross;
        down = cellDown;
        int entries = lattice.stride * (lattice.rows + 1);
        if (means.length < entries) {
            means = new float[entries];
            lengths = new float[entries];
        }
        if (filled.length <= lattice.rows) {
            filled = new boolean[lattice.rows + 1];
        }
        Arrays.fill(filled, false);
    }

    /** Fills the rows of all cells of a layer whose position is in this row. */
    void need(Layer layer, int row) {
        for (int below : layer.rows) {
            if (!filled[row + below]) {
                filled[row + below] = true;
                fill(row + below);
            }
        }
    }

    private void fill(int row) {
        int[] sums = lattice.sums;
        long[] squares = lattice.squares;
        double scale = scale(lattice, across, down);
        int top = row * lattice.stride;
        int bottom = top + down * lattice.stride;
        int count = lattice.columns - across;
        for (int i = 0; i <= count; i++) {
            int sum = sums[bottom + i + across] - sums[bottom + i] - sums[top + i + across] + sums[top + i];
            long square =
                    squares[bottom + i + across] - squares[bottom + i] - squares[top + i + across] + squares[top + i];
            double mean = sum * scale;
            means[top + i] = (float) mean;
            lengths[top + i] = length((double) square, mean);
        }
    }

    static float mean(Lattice lattice, int corner, int across, int down) {
        return (float) (lattice.sum(corner, across, down * lattice.stride) * scale(lattice, across, down));
    }

    static float length(Lattice lattice, int corner, int across, int down) {
        int below = down * lattice.stride;
        double mean = lattice.sum(corner, across, below) * scale(lattice, across, down);
        return length((double) lattice.squares(corner, across, below), mean);
    }

    private static float length(double squares, double mean) {
        return (float) Math.sqrt((float) Math.max(0, squares - mean * mean));
    }

    private static double scale(Lattice lattice, int across, int down) {
        return 1 / Math.sqrt((double) across * down * lattice.size * lattice.size);
    }

    void shrink() {
        if (means.length > LARGE) {
            means = new float[0];
            lengths = new float[0];
        }
    }
}
