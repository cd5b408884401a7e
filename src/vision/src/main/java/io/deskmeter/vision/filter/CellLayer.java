package io.deskmeter.vision.filter;

import io.deskmeter.vision.pixel.Pattern;
import java.util.Arrays;

/**
 * A pattern as cells of equal size, each of some blocks of a grid, for every phase of a place relative to the grid. See
 * {@link CoarseFilter} for the bound. Immutable.
 */
final class CellLayer {
    /** A relative tolerance, far above the rounding of single precision. */
    private static final double SLACK = 1e-3;

    private static final double UNEVENNESS = 0.3;

    /** Of a cell, in blocks. */
    final int across;

    final int down;
    /** Of each cell, in blocks from the grid position. */
    final int[] columns;

    final int[] rows;
    /** The blocks that all cells cover. */
    final int blocksAcross;

    final int blocksDown;
    /**
     * For each phase, row by row: the cells' means, then their lengths of deviation, scaled so that the least product
     * of a match is 1 times its limit.
     */
    final float[][] taps;
    /** Pixels of a cell. */
    final int pixels;

    private final double[] shares;
    private final double residual;
    private final double leastShare;
    private final double leastMeans;
    private double leastEnergy;
    private double greatestEnergy = Double.POSITIVE_INFINITY;
    private double leastCentre = Double.POSITIVE_INFINITY;
    private double greatestCentre = Double.NEGATIVE_INFINITY;
    private double leastBeta;
    private double greatestBeta;

    /** @param cells in blocks: width, height; columns of them, rows of them */
    private CellLayer(Pattern pattern, PatternSums sums, int block, int[] cells, double threshold, boolean allPhases) {
        across = cells[0];
        down = cells[1];
        pixels = across * down * block * block;
        int most = cells[2] * cells[3];
        int[] xs = new int[most];
        int[] ys = new int[most];
        int count = 0;
        for (int i = 0; i < most; i++) {
            int x = i % cells[2] * across;
            int y = i / cells[2] * down;
            int margin = block - 1;
            if (sums.isOpaque(x * block, y * block, across * block + margin, down * block + margin)) {
                xs[count] = x;
                ys[count++] = y;
            }
        }
        columns = Arrays.copyOf(xs, count);
        rows = Arrays.copyOf(ys, count);
        blocksAcross = Arrays.stream(columns).max().orElse(0) + across;
        blocksDown = Arrays.stream(rows).max().orElse(0) + down;
        int phases = block * block;
        taps = new float[phases][];
        shares = new double[phases];
        residual = 1 - threshold * threshold;
        double least = 1;
        double ofMeans = 1;
        double greatest = 0;
        for (int phase = 0; phase < phases; phase += allPhases || phase == phases - 1 ? 1 : phases - 1) {
            double[] features = features(sums, block, phase);
            double centre = centre(features);
            leastCentre = Math.min(leastCentre, centre);
            greatestCentre = Math.max(greatestCentre, centre);
            bring(features, centre, Math.sqrt(pattern.energy));
            double means = Arrays.stream(features, 0, count).map(f -> f * f).sum();
            double share =
                    Arrays.stream(features, count, 2 * count).map(f -> f * f).sum() + means;
            ofMeans = Math.min(ofMeans, means);
            least = Math.min(least, share);
            greatest = Math.max(greatest, share);
            taps[phase] = scaled(features, share - residual);
            shares[phase] = share;
        }
        leastShare = least;
        leastMeans = ofMeans;
        bound(Math.sqrt(pattern.energy), threshold, least, greatest);
        // The differences of all pixels bound the difference of the cells' sums.
        double apart = Pattern.DIFFERENCE_BOUND * pattern.count / (Math.max(1, count) * Math.sqrt(pixels)) + 0.1;
        leastCentre -= apart;
        greatestCentre += apart;
    }

    /** The most selective of all divisions into few cells. */
    static CellLayer best(Pattern pattern, PatternSums sums, int block, int many, double threshold) {
        int wide = Math.max(0, (pattern.width - block + 1) / block);
        int high = Math.max(0, (pattern.height - block + 1) / block);
        // Some cells of a masked pattern do not count.
        int divisions = pattern.isMasked() ? 3 * many : many;
        int[] best = {1, 1, 0, 0};
        double most = -1;
        for (int columns = 1; columns <= Math.min(wide, divisions); columns++) {
            for (int rows = 1; rows <= Math.min(high, divisions / columns); rows++) {
                int[] cells = {wide / columns, high / rows, columns, rows};
                CellLayer layer = new CellLayer(pattern, sums, block, cells, threshold, false);
                if (layer.columns.length <= many && layer.worth() > most) {
                    most = layer.worth();
                    best = cells;
                }
            }
        }
        return new CellLayer(pattern, sums, block, best, threshold, true);
    }

    /**
     * The brightness of cells relative to each other is more selective than the contrast within cells, which is similar
     * for most content of screens.
     */
    private double worth() {
        return leastMeans + (leastShare - leastMeans) * UNEVENNESS + 0.002 * columns.length;
    }

    /** The smallest cells whose number is within the limit. */
    static CellLayer finest(Pattern pattern, PatternSums sums, int block, int many, double threshold) {
        int wide = Math.max(0, (pattern.width - block + 1) / block);
        int high = Math.max(0, (pattern.height - block + 1) / block);
        int size = 1;
        while ((wide / size) * (high / size) > many) {
            size++;
        }
        int[] cells = {size, size, wide / size, high / size};
        return new CellLayer(pattern, sums, block, cells, threshold, true);
    }

    private double[] features(PatternSums sums, int block, int phase) {
        int count = columns.length;
        double[] features = new double[2 * count];
        for (int k = 0; k < count; k++) {
            int x = columns[k] * block + phase % block;
            int y = rows[k] * block + phase / block;
            double sum = sums.sum(x, y, across * block, down * block);
            double squares = sums.squares(x, y, across * block, down * block);
            features[k] = sum / Math.sqrt(pixels);
            features[count + k] = Math.sqrt(Math.max(0, squares - sum * sum / pixels));
        }
        return features;
    }

    private double centre(double[] features) {
        return Arrays.stream(features, 0, columns.length).average().orElse(0);
    }

    /** Subtracts the centre from the means, and brings the whole pattern's deviations to length 1. */
    private void bring(double[] features, double centre, double length) {
        for (int k = 0; k < columns.length; k++) {
            features[k] = (features[k] - centre) / length;
            features[columns.length + k] /= length;
        }
    }

    private static float[] scaled(double[] features, double left) {
        float[] scaled = new float[features.length];
        for (int i = 0; i < features.length; i++) {
            scaled[i] = left > 0 ? (float) (features[i] / Math.sqrt(left)) : 0;
        }
        return scaled;
    }

    private void bound(double length, double threshold, double least, double greatest) {
        if (least <= residual) {
            return;
        }
        double lowest = threshold / (Pattern.CONTRAST * length);
        double highest = Pattern.CONTRAST / length;
        double shortest = (Math.sqrt(least) - Math.sqrt(residual)) / highest;
        double longest = (Math.sqrt(greatest) + Math.sqrt(residual)) / lowest;
        leastEnergy = shortest * shortest * (1 - SLACK);
        greatestEnergy = longest * longest * (1 + SLACK);
        leastBeta = Math.sqrt(least - residual) / highest;
        greatestBeta = Math.sqrt(greatest - residual) / lowest;
    }

    /** The share of the pattern's energy that the cells contain, in the worst phase. */
    double leastShare() {
        return leastShare;
    }

    /** Whether it can exclude any place. */
    boolean isUseful() {
        return greatestBeta > 0;
    }

    /** An upper bound of the correlation of a place, from the energy of its cells and their product with the taps. */
    double greatestCorrelation(int phase, double energy, double product) {
        double left = shares[phase] - residual;
        if (left <= 0 || energy <= 0) {
            return 1;
        }
        double cells = product * product * left / energy;
        return Math.min(1, Math.sqrt(Math.max(0, 1 - shares[phase] + cells)) + SLACK);
    }

    /** Whether the cells make up one rectangle. */
    boolean isTiled() {
        return columns.length > 0 && columns.length * across * down == blocksAcross * blocksDown;
    }

    /** The centre is the mean of the cells' means, each multiplied by the square root of its number of pixels. */
    boolean mayHave(double energy, double centre) {
        return mayHave(energy) && centre >= leastCentre && centre <= greatestCentre;
    }

    boolean mayHave(double energy) {
        return energy >= leastEnergy && energy <= greatestEnergy;
    }

    /** {@link #leastProduct} for many, as a loop that the JVM can vectorise. */
    void leastProducts(float[] energies, float[] leasts, int count) {
        if (!isUseful()) {
            Arrays.fill(leasts, 0, count, Float.NEGATIVE_INFINITY);
            return;
        }
        float low = (float) leastBeta;
        float high = (float) greatestBeta;
        float half = (float) (0.5 * (1 - SLACK));
        for (int i = 0; i < count; i++) {
            float beta = Math.max(low, Math.min(high, (float) Math.sqrt(Math.max(0f, energies[i]))));
            leasts[i] = (beta + energies[i] / beta) * half;
        }
    }

    /** A lower bound of the product of a match's cells with the taps, from the energy of the cells. */
    double leastProduct(double energy) {
        if (!isUseful()) {
            return Double.NEGATIVE_INFINITY;
        }
        double beta = Math.max(leastBeta, Math.min(greatestBeta, Math.sqrt(energy)));
        return (beta + energy / beta) / 2 * (1 - SLACK);
    }
}
