package io.deskmeter.vision.filter;

import java.util.Arrays;

/**
 * For a cell at every corner of a grid: its mean multiplied by the square root of its number of pixels, and the length
 * of the deviations from the mean.
 */
final class CellTable {
    private static final int LARGE = 1 << 19;

    private BlockSums blockSums = new BlockSums();
    private int across = 1;
    private int down = 1;
    private boolean[] filled = new boolean[0];
    float[] means = new float[0];
    float[] lengths = new float[0];

    /** Starts over for cells of this many blocks; rows are filled when they are needed. */
    void begin(BlockSums of, int cellAcross, int cellDown) {
        blockSums = of;
        across = cellAcross;
        down = cellDown;
        int entries = blockSums.stride * (blockSums.rows + 1);
        if (means.length < entries) {
            means = new float[entries];
            lengths = new float[entries];
        }
        if (filled.length <= blockSums.rows) {
            filled = new boolean[blockSums.rows + 1];
        }
        Arrays.fill(filled, false);
    }

    /** Fills the rows of all cells of a layer whose position is in this row. */
    void need(CellLayer layer, int row) {
        for (int below : layer.rows) {
            if (!filled[row + below]) {
                filled[row + below] = true;
                fill(row + below);
            }
        }
    }

    private void fill(int row) {
        int[] sums = blockSums.sums;
        long[] squares = blockSums.squares;
        double scale = scale(blockSums, across, down);
        int top = row * blockSums.stride;
        int bottom = top + down * blockSums.stride;
        int count = blockSums.columns - across;
        for (int i = 0; i <= count; i++) {
            int sum = sums[bottom + i + across] - sums[bottom + i] - sums[top + i + across] + sums[top + i];
            long square =
                    squares[bottom + i + across] - squares[bottom + i] - squares[top + i + across] + squares[top + i];
            double mean = sum * scale;
            means[top + i] = (float) mean;
            lengths[top + i] = length((double) square, mean);
        }
    }

    static float mean(BlockSums blockSums, int corner, int across, int down) {
        return (float) (blockSums.sum(corner, across, down * blockSums.stride) * scale(blockSums, across, down));
    }

    static float length(BlockSums blockSums, int corner, int across, int down) {
        int below = down * blockSums.stride;
        double mean = blockSums.sum(corner, across, below) * scale(blockSums, across, down);
        return length((double) blockSums.squares(corner, across, below), mean);
    }

    private static float length(double squares, double mean) {
        return (float) Math.sqrt((float) Math.max(0, squares - mean * mean));
    }

    private static double scale(BlockSums blockSums, int across, int down) {
        return 1 / Math.sqrt((double) across * down * blockSums.size * blockSums.size);
    }

    void shrink() {
        if (means.length > LARGE) {
            means = new float[0];
            lengths = new float[0];
        }
    }
}
