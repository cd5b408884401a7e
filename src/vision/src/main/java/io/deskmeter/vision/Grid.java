package io.deskmeter.vision;

import io.deskmeter.screen.Rect;
import java.util.List;

/** Cells of a pattern and what their sums may be at a place; see {@link Sieve} for why. */
final class Grid {
    private final Rect[] cells;
    private final int[] sums;
    /** The pattern's deviations from its mean in the cells, as a part of a vector of length 1. */
    private final double[] directions;

    private final double[] roots;
    private final double greatestDifference;
    private final double greatestDistance;

    /** @param greatestDistance of the vectors of length 1, squared; infinite where no place has such a vector */
    Grid(Pattern pattern, List<Rect> cells, double greatestDifference, double greatestDistance) {
        this.cells = cells.toArray(Rect[]::new);
        this.greatestDifference = greatestDifference;
        this.greatestDistance = greatestDistance;
        sums = new int[this.cells.length];
        directions = new double[this.cells.length];
        roots = new double[this.cells.length];
        for (int c = 0; c < this.cells.length; c++) {
            int pixels = this.cells[c].width() * this.cells[c].height();
            sums[c] = (int) pattern.power(this.cells[c], 1);
            roots[c] = Math.sqrt(pixels);
            directions[c] = (sums[c] - pattern.mean() * pixels) / (roots[c] * Math.sqrt(pattern.energy));
        }
    }

    /**
     * Whether a place may be a match.
     *
     * @param corner of the place in the tables
     * @param mean of the place's greys
     * @param length of the place's deviations from the mean; infinite where it is not known
     */
    boolean fits(Sums tables, int corner, double mean, double length) {
        double difference = 0;
        double distance = 0;
        double scale = 1 / length;
        for (int c = 0; c < cells.length; c++) {
            Rect cell = cells[c];
            int at = corner + cell.y() * tables.stride + cell.x();
            int sum = Sums.sum(tables.sums, at, cell.width(), cell.height() * tables.stride);
            difference += Math.abs(sum - sums[c]);
            double apart = (sum / roots[c] - mean * roots[c]) * scale - directions[c];
            distance += apart * apart;
            if (difference > greatestDifference || distance > greatestDistance) {
                return false;
            }
        }
        return true;
    }
}
