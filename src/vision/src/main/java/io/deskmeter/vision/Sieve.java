package io.deskmeter.vision;

import io.deskmeter.screen.Rect;

/**
 * The coarse look: rules out places at which the pattern cannot be, from sums over rectangles alone, and never a place at which it is.
 *
 * <p>Why never: let I be the picture under the N pixels of the pattern T. A match has
 *
 * <ul>
 *   <li>a bounded colour difference, hence |ΣI − ΣT| and, with the triangle inequality, Σ over cells of |ΣI − ΣT| at most N times the bound
 *       of the grey difference;
 *   <li>a contrast between half and twice the pattern's, hence bounded energy Σ(I − mean)²;
 *   <li>a correlation r of at least the threshold t. Of the deviations from the mean, brought to length 1, that says
 *       |i − τ|² = 2(1 − r) ≤ 2(1 − t). Averaging over cells is an orthogonal projection and lengthens no vector, so the same bound holds for
 *       the cells' means.
 * </ul>
 *
 * <p>With a mask the sums are those of the {@link Core}. There the third bound is not to be had, and the energy is bounded below by what the
 * pattern's part in the picture leaves when all of the residual, of energy (1 − r²)·Σ(I − mean)², works against it.
 */
final class Sieve {
    private static final int CELLS = 4;
    /** Of sums in double precision, far above their rounding. */
    private static final double SLACK = 1e-6;

    private final Rect core;
    private final boolean whole;
    private final int pixels;
    private final double lowestSum;
    private final double highestSum;
    private final double lowestEnergy;
    private final double highestEnergy;
    private final double greatestDifference;
    private final double greatestDistance;
    private final int[] xs = new int[CELLS + 1];
    private final int[] ys = new int[CELLS + 1];
    private final int[] cellSums = new int[CELLS * CELLS];
    private final double[] directions = new double[CELLS * CELLS];
    private final double[] roots = new double[CELLS * CELLS];

    Sieve(Pattern pattern, double threshold) {
        core = Core.of(pattern);
        pixels = core.width() * core.height();
        whole = pixels == pattern.width * pattern.height;
        for (int i = 0; i <= CELLS; i++) {
            xs[i] = core.width() * i / CELLS;
            ys[i] = core.height() * i / CELLS;
        }
        for (int c = 0; c < cellSums.length; c++) {
            cellSums[c] = cellSum(pattern, c);
            int cellPixels = cellWidth(c) * cellHeight(c);
            roots[c] = Math.sqrt(cellPixels);
            directions[c] = cellPixels == 0
                    ? 0
                    : (cellSums[c] - pattern.mean() * cellPixels) / (roots[c] * Math.sqrt(pattern.energy));
        }
        int coreSum = 0;
        for (int cellSum : cellSums) {
            coreSum += cellSum;
        }
        greatestDifference = pattern.count * Grey.bound(3 * Pattern.COLOUR_BOUND);
        lowestSum = coreSum - greatestDifference;
        highestSum = coreSum + greatestDifference;
        lowestEnergy = lowestEnergy(pattern, threshold, coreSum) * (1 - SLACK);
        highestEnergy = pattern.energy * Pattern.CONTRAST * Pattern.CONTRAST * (1 + SLACK);
        greatestDistance = 2 * (1 - threshold) + SLACK;
    }

    private double lowestEnergy(Pattern pattern, double threshold, int coreSum) {
        double least = Math.sqrt(pattern.energy) / Pattern.CONTRAST;
        if (whole) {
            return least * least;
        }
        double coreEnergy = -(double) coreSum * coreSum / Math.max(1, pixels);
        for (int y = core.y(); y < core.bottom(); y++) {
            for (int x = core.x(); x < core.right(); x++) {
                int grey = pattern.grey[y * pattern.width + x] & 0xff;
                coreEnergy += (double) grey * grey;
            }
        }
        double share = Math.sqrt(Math.max(0, coreEnergy) / pattern.energy);
        double left = Math.max(0, threshold * share - Math.sqrt(1 - threshold * threshold));
        return least * left * least * left;
    }

    private int cellWidth(int cell) {
        return xs[cell % CELLS + 1] - xs[cell % CELLS];
    }

    private int cellHeight(int cell) {
        return ys[cell / CELLS + 1] - ys[cell / CELLS];
    }

    private int cellSum(Pattern pattern, int cell) {
        int sum = 0;
        for (int y = ys[cell / CELLS]; y < ys[cell / CELLS + 1]; y++) {
            for (int x = xs[cell % CELLS]; x < xs[cell % CELLS + 1]; x++) {
                sum += pattern.grey[(core.y() + y) * pattern.width + core.x() + x] & 0xff;
            }
        }
        return sum;
    }

    /** Whether the core is all of the pattern, so that {@link #energy} is that of a place. */
    boolean isWhole() {
        return whole;
    }

    /** Adds the places among the positions that cannot be ruled out. */
    void sift(Sums sums, Rect positions, Places candidates) {
        for (int y = positions.y(); y < positions.bottom(); y++) {
            int first = corner(sums, positions.x(), y);
            for (int i = 0; i < positions.width(); i++) {
                int sum = sum(sums.sums, first + i, core.width(), core.height() * sums.stride);
                if (sum < lowestSum || sum > highestSum) {
                    continue;
                }
                double energy = energy(sums, first + i, sum);
                if (energy >= lowestEnergy && energy <= highestEnergy && cellsFit(sums, first + i, sum, energy)) {
                    candidates.add(positions.x() + i, y);
                }
            }
        }
    }

    /** Σ(I − mean)² over the core of a place. */
    double energy(Sums sums, int x, int y, double atLeast) {
        int corner = corner(sums, x, y);
        int sum = sum(sums.sums, corner, core.width(), core.height() * sums.stride);
        return Math.max(atLeast, energy(sums, corner, sum));
    }

    private double energy(Sums sums, int corner, int sum) {
        int squares = sum(sums.squares, corner, core.width(), core.height() * sums.stride);
        return Integer.toUnsignedLong(squares) - (double) sum * sum / pixels;
    }

    private int corner(Sums sums, int x, int y) {
        return (y - sums.area.y() + core.y()) * sums.stride + x - sums.area.x() + core.x();
    }

    private boolean cellsFit(Sums sums, int corner, int sum, double energy) {
        double mean = (double) sum / pixels;
        double length = 1 / Math.sqrt(energy);
        double difference = 0;
        double distance = 0;
        for (int c = 0; c < cellSums.length; c++) {
            int at = corner + ys[c / CELLS] * sums.stride + xs[c % CELLS];
            int cellSum = sum(sums.sums, at, cellWidth(c), cellHeight(c) * sums.stride);
            difference += Math.abs(cellSum - cellSums[c]);
            if (whole && roots[c] > 0) {
                double apart = (cellSum / roots[c] - mean * roots[c]) * length - directions[c];
                distance += apart * apart;
            }
            if (difference > greatestDifference || distance > greatestDistance) {
                return false;
            }
        }
        return true;
    }

    private static int sum(int[] table, int corner, int right, int below) {
        return table[corner + below + right] - table[corner + below] - table[corner + right] + table[corner];
    }
}
