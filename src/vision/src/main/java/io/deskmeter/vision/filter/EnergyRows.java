package io.deskmeter.vision.filter;

import io.deskmeter.screen.Rect;
import io.deskmeter.vision.pixel.Pattern;
import io.deskmeter.vision.pixel.ScreenSums;

/** The energies of all places of a row without a mask, row after row: sums of each column move down with the places. */
public final class EnergyRows {
    private final ScreenSums picture;
    private final Pattern pattern;
    private final Rect positions;
    private final int[] line;
    private final int[] sums;
    private final long[] squares;
    private final double[] energies;
    private int next;

    public EnergyRows(ScreenSums picture, Pattern pattern, Rect positions) {
        this.picture = picture;
        this.pattern = pattern;
        this.positions = positions;
        sums = new int[positions.width() + pattern.width - 1];
        line = new int[sums.length];
        squares = new long[sums.length];
        energies = new double[positions.width()];
        next = positions.y();
        for (int y = 0; y < pattern.height - 1; y++) {
            add(positions.y() + y, 1);
        }
    }

    /** Moves to the first row, then to the next. */
    public void next() {
        if (pattern.isMasked()) {
            return;
        }
        add(next + pattern.height - 1, 1);
        long sum = 0;
        long square = 0;
        double n = (double) pattern.width * pattern.height;
        for (int x = 0; x < sums.length; x++) {
            sum += sums[x];
            square += squares[x];
            int first = x - pattern.width + 1;
            if (first >= 0) {
                energies[first] = square - sum * (sum / n);
                sum -= sums[first];
                square -= squares[first];
            }
        }
        add(next, -1);
        next++;
    }

    /** A lower bound of the energy of the place at this column; 0 if a mask hides it. */
    public double least(int x) {
        return energies[x - positions.x()];
    }

    private void add(int y, int sign) {
        picture.greys(positions.x(), y, line, line.length);
        for (int i = 0; i < sums.length; i++) {
            sums[i] += sign * line[i];
            squares[i] += (long) sign * line[i] * line[i];
        }
    }
}
