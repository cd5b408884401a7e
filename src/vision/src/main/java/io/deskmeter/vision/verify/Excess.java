package io.deskmeter.vision.verify;

import static io.deskmeter.vision.verify.PatternWindows.CELL;
import static io.deskmeter.vision.verify.Residue.CERTAIN;

import io.deskmeter.screen.Rect;
import io.deskmeter.vision.pixel.Pattern;

/** By how much what is left at a place exceeds a bound at most, where, and which bound. */
final class Excess {
    private final Pattern pattern;
    private final int left;
    private final int top;
    private double excess;
    private Rect where = new Rect(0, 0, 0, 0);
    private String what = "";

    Excess(Pattern pattern, int left, int top) {
        this.pattern = pattern;
        this.left = left;
        this.top = top;
    }

    /** The ratio to the bound that is exceeded most; 0 if nothing is left. */
    double most() {
        return excess;
    }

    /**
     * Keeps the largest.
     *
     * @param ratio to the bound
     * @param column of the first cell that differs
     * @param row of it
     * @param windows how many windows that part is wide and high
     * @param difference what differs, in words
     */
    void exceeds(double ratio, int column, int row, int windows, String difference) {
        if (ratio > excess) {
            excess = ratio;
            what = difference;
            where = new Rect(left + column * CELL, top + row * CELL, 2 * CELL * windows, 2 * CELL * windows)
                    .intersection(new Rect(left, top, pattern.width, pattern.height));
        }
    }

    Residue.Finding finding() {
        Residue.Verdict verdict =
                excess <= 1 ? Residue.Verdict.IS : excess <= CERTAIN ? Residue.Verdict.MAY_BE : Residue.Verdict.IS_NOT;
        return new Residue.Finding(verdict, excess, where, what);
    }
}
