package io.deskmeter.vision;

import io.deskmeter.screen.Rect;

/**
 * The coarse look: rules out places at which the pattern cannot be, from sums over rectangles alone, and never a place at which it is.
 *
 * <p>Why never: let I be the picture under the N pixels of the pattern T. A match has
 *
 * <ul>
 *   <li>a mean |I − T| of at most 24, hence |ΣI − ΣT| and, with the triangle inequality, the sum over cells of |ΣI − ΣT| is at most 24 N;
 *   <li>a contrast between half and twice the pattern's, hence bounded energy Σ(I − mean)²;
 *   <li>a correlation r of at least the threshold t. Of the deviations from the mean, brought to length 1, that says
 *       |i − τ|² = 2(1 − r) ≤ 2(1 − t). Averaging over cells is an orthogonal projection and lengthens no vector, so the same bound holds for
 *       the cells' means.
 * </ul>
 *
 * <p>With a mask, or in a very large pattern, sum and energy are those of the {@link Core}. There the third bound is not to be had, and the
 * energy is bounded below by what the pattern's part in the picture leaves when all of the residual, of energy (1 − r²)·Σ(I − mean)², works
 * against it.
 */
final class Sieve {
    /** Of sums in double precision, far above their rounding. */
    private static final double SLACK = 1e-6;

    private final Rect core;
    private final boolean whole;
    private final int pixels;
    private final int lowestSum;
    private final int highestSum;
    private final double lowestEnergy;
    private final double highestEnergy;
    private final double greatestDifference;
    private final double greatestDistance;
    private final Rect[] cells;
    private final int[] cellSums;
    /** The pattern's deviations in the cells, as a part of a vector of length 1. */
    private final double[] directions;

    private final double[] roots;

    Sieve(Pattern pattern, double threshold) {
        core = Core.of(pattern);
        pixels = core.width() * core.height();
        whole = pixels == pattern.width * pattern.height;
        cells = Cells.of(pattern, core).toArray(Rect[]::new);
        cellSums = new int[cells.length];
        directions = new double[cells.length];
        roots = new double[cells.length];
        for (int c = 0; c < cells.length; c++) {
            int cellPixels = cells[c].width() * cells[c].height();
            cellSums[c] = (int) power(pattern, cells[c], 1);
            roots[c] = Math.sqrt(cellPixels);
            directions[c] = (cellSums[c] - pattern.mean() * cellPixels) / (roots[c] * Math.sqrt(pattern.energy));
        }
        long coreSum = power(pattern, core, 1);
        greatestDifference = pattern.count * Pattern.DIFFERENCE_BOUND;
        lowestSum = (int) Math.max(0, coreSum - greatestDifference);
        highestSum = (int) Math.min(Integer.MAX_VALUE, coreSum + greatestDifference);
        lowestEnergy = lowestEnergy(pattern, threshold, coreSum) * (1 - SLACK);
        highestEnergy = pattern.energy * Pattern.CONTRAST * Pattern.CONTRAST * (1 + SLACK);
        greatestDistance = 2 * (1 - threshold) + SLACK;
    }

    private double lowestEnergy(Pattern pattern, double threshold, long coreSum) {
        double least = Math.sqrt(pattern.energy) / Pattern.CONTRAST;
        if (whole) {
            return least * least;
        }
        double coreEnergy = power(pattern, core, 2) - (double) coreSum * coreSum / Math.max(1, pixels);
        double share = Math.sqrt(Math.max(0, coreEnergy) / pattern.energy);
        double left = Math.max(0, threshold * share - Math.sqrt(1 - threshold * threshold));
        return least * left * least * left;
    }

    /** The sum of the greys in a rectangle, or of their squares. */
    private static long power(Pattern pattern, Rect rect, int exponent) {
        long sum = 0;
        for (int y = rect.y(); y < rect.bottom(); y++) {
            for (int x = rect.x(); x < rect.right(); x++) {
                int grey = pattern.grey[y * pattern.width + x] & 0xff;
                sum += exponent == 1 ? grey : grey * grey;
            }
        }
        return sum;
    }

    /** Whether the core is all of the pattern, so that {@link #energy} is that of a place. */
    boolean isWhole() {
        return whole;
    }

    /** Adds the places among the positions that cannot be ruled out; fills the sums' tables of squares if there is need of it. */
    void sift(Picture picture, Sums sums, Rect positions, Places candidates) {
        siftSums(sums, positions, candidates);
        if (candidates.size() > 0) {
            sums.fillSquares(picture);
            siftDeviations(sums, candidates);
        }
    }

    private void siftSums(Sums sums, Rect positions, Places candidates) {
        int[] table = sums.sums;
        int right = core.width();
        int below = core.height() * sums.stride;
        int range = highestSum - lowestSum;
        for (int y = positions.y(); y < positions.bottom(); y++) {
            int first = corner(sums, positions.x() + core.x(), y + core.y());
            for (int i = first; i < first + positions.width(); i++) {
                int above = sum(table, i, right, below) - lowestSum;
                if (above >= 0 && above <= range) {
                    candidates.add(positions.x() + i - first, y);
                }
            }
        }
    }

    private void siftDeviations(Sums sums, Places candidates) {
        int kept = 0;
        for (int i = 0; i < candidates.size(); i++) {
            double energy = energy(sums, candidates.x(i), candidates.y(i));
            if (energy >= lowestEnergy
                    && energy <= highestEnergy
                    && cellsFit(sums, candidates.x(i), candidates.y(i), energy)) {
                candidates.move(i, kept++);
            }
        }
        candidates.truncate(kept);
    }

    /** Σ(I − mean)² over the core of a place; needs the table of squares. */
    double energy(Sums sums, int x, int y) {
        int corner = corner(sums, x + core.x(), y + core.y());
        int below = core.height() * sums.stride;
        int sum = sum(sums.sums, corner, core.width(), below);
        int squares = sum(sums.squares, corner, core.width(), below);
        return Integer.toUnsignedLong(squares) - (double) sum * sum / Math.max(1, pixels);
    }

    private boolean cellsFit(Sums sums, int x, int y, double energy) {
        int origin = corner(sums, x, y);
        double length = whole ? 1 / Math.sqrt(energy) : 0;
        double mean = whole ? (double) sum(sums.sums, origin, core.width(), core.height() * sums.stride) / pixels : 0;
        double difference = 0;
        double distance = 0;
        for (int c = 0; c < cells.length; c++) {
            Rect cell = cells[c];
            int at = origin + cell.y() * sums.stride + cell.x();
            int cellSum = sum(sums.sums, at, cell.width(), cell.height() * sums.stride);
            difference += Math.abs(cellSum - cellSums[c]);
            if (whole) {
                double apart = (cellSum / roots[c] - mean * roots[c]) * length - directions[c];
                distance += apart * apart;
            }
            if (difference > greatestDifference || distance > greatestDistance) {
                return false;
            }
        }
        return true;
    }

    private static int corner(Sums sums, int x, int y) {
        return (y - sums.area.y()) * sums.stride + x - sums.area.x();
    }

    private static int sum(int[] table, int corner, int right, int below) {
        return table[corner + below + right] - table[corner + below] - table[corner + right] + table[corner];
    }
}
