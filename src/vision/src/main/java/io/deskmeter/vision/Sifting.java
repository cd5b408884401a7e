package io.deskmeter.vision;

import io.deskmeter.screen.Rect;
import java.util.Arrays;

/** The work of one look through a {@link Sieve}, and the memory for it. The loops over {@link #CHUNK} are for vector registers. */
final class Sifting {
    private static final int CHUNK = 512;

    private float[] means = new float[0];
    private float[] lengths = new float[0];
    /** Of positions that wait to be compared: corner in the lattice, and its cells, one line for each. */
    private final int[] corners = new int[CHUNK];

    private final float[] energies = new float[CHUNK];
    private final float[] centres = new float[CHUNK];
    private float[][] cells = new float[0][];
    private final float[] products = new float[CHUNK];
    private final float[] greatest = new float[CHUNK];
    private final float[] fineCells = new float[4096];
    private int waiting;

    /** Looks at the lattice positions from its corner, so many columns and rows of them. */
    void run(Sieve sieve, Rect positions, Scratch scratch, int columns, int rows) {
        Lattice lattice = scratch.lattice;
        Layer layer = sieve.coarse;
        fillCells(lattice, layer);
        reserve(2 * layer.columns.length);
        waiting = 0;
        boolean tiled = layer.isTiled();
        for (int row = 0; row < rows; row++) {
            int end = row * lattice.stride + columns;
            for (int corner = end - columns; corner < end; corner++) {
                if (tiled ? weighTiled(lattice, layer, corner) : weigh(lattice, layer, corner)) {
                    corners[waiting] = corner;
                    if (++waiting == CHUNK) {
                        compare(sieve, positions, scratch);
                    }
                }
            }
        }
        compare(sieve, positions, scratch);
    }

    private void reserve(int lines) {
        if (cells.length < lines) {
            cells = new float[lines][CHUNK];
        }
    }

    /** Mean and length of deviation of the cell at every corner. */
    private void fillCells(Lattice lattice, Layer layer) {
        int entries = lattice.stride * (lattice.rows + 1);
        if (means.length < entries) {
            means = new float[entries];
            lengths = new float[entries];
        }
        double scale = 1 / Math.sqrt(layer.pixels);
        int below = layer.down * lattice.stride;
        for (int row = 0; row + layer.down <= lattice.rows; row++) {
            int end = row * lattice.stride + lattice.columns - layer.across;
            for (int corner = row * lattice.stride; corner <= end; corner++) {
                double mean = lattice.sum(corner, layer.across, below) * scale;
                means[corner] = (float) mean;
                lengths[corner] =
                        (float) Math.sqrt(Math.max(0, lattice.squares(corner, layer.across, below) - mean * mean));
            }
        }
    }

    private boolean weighTiled(Lattice lattice, Layer layer, int corner) {
        int below = layer.blocksDown * lattice.stride;
        double sum = lattice.sum(corner, layer.blocksAcross, below);
        int count = layer.columns.length;
        double energy = lattice.squares(corner, layer.blocksAcross, below) - sum * sum / (count * layer.pixels);
        energies[waiting] = (float) energy;
        centres[waiting] = (float) (sum / (count * Math.sqrt(layer.pixels)));
        return layer.mayHave(energy);
    }

    private boolean weigh(Lattice lattice, Layer layer, int corner) {
        double sum = 0;
        double squares = 0;
        int count = layer.columns.length;
        for (int k = 0; k < count; k++) {
            int at = corner + layer.rows[k] * lattice.stride + layer.columns[k];
            double mean = means[at];
            double length = lengths[at];
            sum += mean;
            squares += mean * mean + length * length;
        }
        double energy = count == 0 ? 0 : squares - sum * sum / count;
        energies[waiting] = (float) energy;
        centres[waiting] = (float) (sum / Math.max(1, count));
        return layer.mayHave(energy);
    }

    private void compare(Sieve sieve, Rect positions, Scratch scratch) {
        Layer layer = sieve.coarse;
        gather(scratch.lattice, layer);
        Arrays.fill(greatest, 0, waiting, Float.NEGATIVE_INFINITY);
        for (float[] taps : layer.taps) {
            multiply(taps, 2 * layer.columns.length);
            for (int i = 0; i < waiting; i++) {
                greatest[i] = Math.max(greatest[i], products[i]);
            }
        }
        for (int i = 0; i < waiting; i++) {
            double least = layer.leastProduct(energies[i]);
            if (greatest[i] >= least) {
                compareFinely(sieve, positions, scratch, i, least);
            }
        }
        waiting = 0;
    }

    private void gather(Lattice lattice, Layer layer) {
        int count = layer.columns.length;
        for (int k = 0; k < count; k++) {
            int offset = layer.rows[k] * lattice.stride + layer.columns[k];
            float[] cellMeans = cells[k];
            float[] cellLengths = cells[count + k];
            for (int i = 0; i < waiting; i++) {
                cellMeans[i] = means[corners[i] + offset] - centres[i];
                cellLengths[i] = lengths[corners[i] + offset];
            }
        }
    }

    private void multiply(float[] taps, int count) {
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

    /** A lattice position that some phase may match: which phases, and do the small cells agree? */
    private void compareFinely(Sieve sieve, Rect positions, Scratch scratch, int index, double least) {
        Layer fine = sieve.fine;
        int corner = corners[index];
        double energy = fillFineCells(scratch.lattice, fine, corner);
        if (!fine.mayHave(energy)) {
            return;
        }
        double fineLeast = fine.leastProduct(energy);
        int x = (scratch.lattice.left + corner % scratch.lattice.stride) * sieve.block;
        int y = (scratch.lattice.top + corner / scratch.lattice.stride) * sieve.block;
        for (int phase = 0; phase < fine.taps.length; phase++) {
            int left = x - phase % sieve.block;
            int top = y - phase / sieve.block;
            if (left >= positions.x()
                    && left < positions.right()
                    && top >= positions.y()
                    && top < positions.bottom()
                    && product(sieve.coarse.taps[phase], index) >= least
                    && dot(fine.taps[phase], fineCells, 2 * fine.columns.length) >= fineLeast) {
                scratch.candidates.add(left, top, (float) energy);
            }
        }
    }

    private double fillFineCells(Lattice lattice, Layer fine, int corner) {
        int count = fine.columns.length;
        double scale = 1 / Math.sqrt(fine.pixels);
        int below = fine.down * lattice.stride;
        double sum = 0;
        double squares = 0;
        for (int k = 0; k < count; k++) {
            int at = corner + fine.rows[k] * lattice.stride + fine.columns[k];
            double mean = lattice.sum(at, fine.across, below) * scale;
            double square = lattice.squares(at, fine.across, below);
            fineCells[k] = (float) mean;
            fineCells[count + k] = (float) Math.sqrt(Math.max(0, square - mean * mean));
            sum += mean;
            squares += square;
        }
        float centre = (float) (sum / Math.max(1, count));
        for (int k = 0; k < count; k++) {
            fineCells[k] -= centre;
        }
        return squares - sum * sum / Math.max(1, count);
    }

    private float product(float[] taps, int index) {
        float product = 0;
        for (int k = 0; k < taps.length; k++) {
            product += taps[k] * cells[k][index];
        }
        return product;
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
}
