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
    private final Grid coarse;
    private final Grid fine;

    Sieve(Pattern pattern, double threshold) {
        core = Core.of(pattern);
        pixels = core.width() * core.height();
        whole = pixels == pattern.width * pattern.height;
        long coreSum = pattern.power(core, 1);
        double greatestDifference = pattern.count * Pattern.DIFFERENCE_BOUND;
        double greatestDistance = whole ? 2 * (1 - threshold) + SLACK : Double.POSITIVE_INFINITY;
        lowestSum = (int) Math.max(0, coreSum - greatestDifference);
        highestSum = (int) Math.min(Integer.MAX_VALUE, coreSum + greatestDifference);
        lowestEnergy = lowestEnergy(pattern, threshold, coreSum) * (1 - SLACK);
        highestEnergy = pattern.energy * Pattern.CONTRAST * Pattern.CONTRAST * (1 + SLACK);
        coarse = new Grid(pattern, Cells.coarse(pattern, core), greatestDifference, greatestDistance);
        fine = new Grid(pattern, Cells.fine(pattern), greatestDifference, greatestDistance);
    }

    private double lowestEnergy(Pattern pattern, double threshold, long coreSum) {
        double least = Math.sqrt(pattern.energy) / Pattern.CONTRAST;
        if (whole) {
            return least * least;
        }
        double coreEnergy = pattern.power(core, 2) - (double) coreSum * coreSum / Math.max(1, pixels);
        double share = Math.sqrt(Math.max(0, coreEnergy) / pattern.energy);
        double left = Math.max(0, threshold * share - Math.sqrt(1 - threshold * threshold));
        return least * left * least * left;
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
                int above = Sums.sum(table, i, right, below) - lowestSum;
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
        int sum = Sums.sum(sums.sums, corner, core.width(), below);
        int squares = Sums.sum(sums.squares, corner, core.width(), below);
        return Integer.toUnsignedLong(squares) - (double) sum * sum / Math.max(1, pixels);
    }

    private boolean cellsFit(Sums sums, int x, int y, double energy) {
        int corner = corner(sums, x, y);
        double sum = whole ? Sums.sum(sums.sums, corner, core.width(), core.height() * sums.stride) : 0;
        double length = whole ? Math.sqrt(energy) : Double.POSITIVE_INFINITY;
        return coarse.fits(sums, corner, sum / Math.max(1, pixels), length)
                && fine.fits(sums, corner, sum / Math.max(1, pixels), length);
    }

    private static int corner(Sums sums, int x, int y) {
        return (y - sums.area.y()) * sums.stride + x - sums.area.x();
    }
}
