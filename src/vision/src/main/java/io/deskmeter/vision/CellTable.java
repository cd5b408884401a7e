package io.deskmeter.vision;

/** Of a cell of some blocks at every corner of a lattice: the mean times the root of its pixels, and the length of the deviations from it. */
final class CellTable {
    private static final int LARGE = 1 << 19;

    float[] means = new float[0];
    float[] lengths = new float[0];

    void fill(Lattice lattice, int across, int down) {
        int entries = lattice.stride * (lattice.rows + 1);
        if (means.length < entries) {
            means = new float[entries];
            lengths = new float[entries];
        }
        int below = down * lattice.stride;
        double scale = scale(lattice, across, down);
        for (int row = 0; row + down <= lattice.rows; row++) {
            int end = row * lattice.stride + lattice.columns - across;
            for (int corner = row * lattice.stride; corner <= end; corner++) {
                double mean = lattice.sum(corner, across, below) * scale;
                means[corner] = (float) mean;
                lengths[corner] = length((double) lattice.squares(corner, across, below), mean);
            }
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
