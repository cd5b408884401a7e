package io.deskmeter.vision.verify;

import static io.deskmeter.vision.verify.PatternWindows.CELL;
import static io.deskmeter.vision.verify.PatternWindows.FAR;
import static io.deskmeter.vision.verify.PatternWindows.PATTERNED;
import static io.deskmeter.vision.verify.Residue.CERTAIN;

/** The bounds of what loss leaves in windows and areas: of their energy, colour, brightness and contrast. */
final class WindowBounds {
    /** Of the larger windows, in windows' steps. */
    private static final int HALF = 2;

    /**
     * Without loss of the grey. A codec that loses colours only leaves so much in a window, and so do colours beside
     * the picture.
     */
    private static final double LOSSLESS_BOUND = 150;

    /** What 16-bit colours and rounding leave. */
    private static final double LEAST_BOUND = 60;

    /** Of the contrast around a window, what is lost of it in places. */
    private static final double OF_CONTRAST = 0.03;

    /** Of a picture too small to tell from it how much is lost. */
    private static final double SMALL_BOUND = 300;

    private static final double SMALL_OF_CONTRAST = 0.1;

    /** How much more than in the second worst part there may be in the worst one. */
    private static final double STANDS_OUT = 3;

    /** How much more than in the upper quarter of the windows. */
    private static final double OF_UPPER_QUARTER = 60;

    private static final double GREATEST_BOUND = 900;

    private static final double OF_MUCH_LOSS = 5;

    /** How much more than in the upper quarter of the windows there may be in one of like contrast. */
    private static final double OF_LIKE = 3;

    private static final double LEAST_OF_LIKE = 110;

    /** Of the contrast beside the picture, what bleeds into it. */
    private static final double OF_BESIDE = 0.05;

    /** Of the mean grey of an area; as little as a pale row that is marked. */
    private static final double LEAST_SHIFT = 4;

    private static final double OF_SHIFT = 1.5;

    private static final double LEAST_SLOPE = 0.12;

    private static final double OF_SLOPE = 4;

    /** Of a variance. */
    static final double LITTLE = 10;

    /** How much more there may be in a window of a pale picture than in any other. */
    private static final double OF_PALE_WINDOWS = 1.5;

    private static final double LEAST_OF_PALE_WINDOWS = 8;

    /** Where the ground is even on the screen, too: there is no colour nearby that a codec could have spread. */
    private static final double EVEN_COLOUR_BOUND = 60;

    private static final double COLOUR_BOUND = 500;

    private static final double OF_COLOURS = 0.25;

    private static final double OF_COLOUR_LOSS = 6;

    private static final double GREATEST_COLOUR_LOSS = 2000;

    private static final double GREATEST_SMALL_COLOUR_LOSS = 200;

    private static final int FEW_WINDOWS = 64;

    private final PatternWindows windows;
    private final ResidueSums sums;
    private final Excess excess;

    WindowBounds(PatternWindows windows, ResidueSums sums, Excess excess) {
        this.windows = windows;
        this.sums = sums;
        this.excess = excess;
    }

    /** Whether a compact part of the residue stands out from the rest of it. */
    void standsOut(boolean lossless) {
        int worst = 0;
        for (int i = 1; i < sums.energies.length; i++) {
            worst = sums.energies[i] > sums.energies[worst] ? i : worst;
        }
        if (sums.energies[worst] <= LEAST_BOUND) {
            return;
        }
        double rest = 0;
        int others = 0;
        for (int row = 0; row < windows.rows; row++) {
            for (int column = 0; column < windows.columns; column++) {
                boolean far = Math.abs(row - worst / windows.columns) > FAR
                        || Math.abs(column - worst % windows.columns) > FAR;
                if (far && windows.contrasts[row * windows.columns + column] >= windows.patterned) {
                    others++;
                    rest = Math.max(rest, sums.energies[row * windows.columns + column]);
                }
            }
        }
        boolean small = others < 2 * CELL;
        double quarter = windows.upperQuarter(sums.energies, windows.patterned);
        double loss = Math.min(
                Math.min(STANDS_OUT * rest, OF_UPPER_QUARTER * quarter),
                Math.max(GREATEST_BOUND, OF_MUCH_LOSS * quarter));
        double least = lossless ? LOSSLESS_BOUND : small ? SMALL_BOUND : LEAST_BOUND + loss;
        double share = small && !lossless ? SMALL_OF_CONTRAST : OF_CONTRAST;
        double leastOfLike = small || lossless ? least : Math.min(least, LEAST_OF_LIKE + OF_LIKE * quarter);
        for (int i = 0; i < sums.energies.length; i++) {
            boolean like = windows.contrasts[i] >= windows.patterned && windows.contrasts[i] <= windows.likeContrast;
            double most = (like ? leastOfLike : least) + share * windows.contrasts[i];
            if (sums.energies[i] > most * Math.max(1, excess.most())) {
                double beside = Math.max(0, sums.around(i, true) - windows.contrasts[i]);
                double bound = like
                        ? Math.min(least + share * beside, leastOfLike + (share + OF_BESIDE) * beside)
                        : least + share * beside;
                excess.exceeds(
                        sums.energies[i] / (bound + share * windows.contrasts[i]),
                        i % windows.columns,
                        i / windows.columns,
                        1,
                        "a detail differs");
            }
        }
    }

    void colours() {
        double quarter = windows.upperQuarter(sums.colours, 0);
        // In a small picture, the quarter may be the difference itself.
        double most = windows.columns * windows.rows < FEW_WINDOWS ? GREATEST_SMALL_COLOUR_LOSS : GREATEST_COLOUR_LOSS;
        double least = COLOUR_BOUND + Math.min(most, OF_COLOUR_LOSS * quarter);
        for (int i = 0; i < sums.colours.length; i++) {
            if (sums.colours[i] > EVEN_COLOUR_BOUND * Math.max(1, excess.most()) && isEven(i)) {
                excess.exceeds(
                        sums.colours[i] / EVEN_COLOUR_BOUND,
                        i % windows.columns,
                        i / windows.columns,
                        1,
                        "the colour differs");
            }
            if (sums.colours[i] > (least + OF_COLOURS * windows.colourContrasts[i]) * Math.max(1, excess.most())) {
                double around = Math.max(windows.colourContrasts[i], sums.around(i, false));
                excess.exceeds(
                        sums.colours[i] / (least + OF_COLOURS * around),
                        i % windows.columns,
                        i / windows.columns,
                        1,
                        "the colour differs");
            }
        }
    }

    /** Whether a window has no contrast of grey or colour, nor has what the screen shows in it and around it. */
    private boolean isEven(int window) {
        return windows.contrasts[window] < LITTLE
                && windows.colourContrasts[window] < LITTLE
                && sums.around(window, true) < LITTLE
                && sums.around(window, false) < LITTLE;
    }

    /**
     * Areas of 16×16 pixels, or of the whole picture where that is smaller: lighter or darker, of more or less
     * contrast.
     */
    void areas() {
        for (int row = 0; row < windows.rows; row += HALF) {
            for (int column = 0; column < windows.columns; column += HALF) {
                area(
                        Math.max(0, Math.min(column, windows.columns - 1 - HALF)),
                        Math.max(0, Math.min(row, windows.rows - 1 - HALF)));
            }
        }
    }

    private void area(int column, int row) {
        double n = 0;
        double grey = 0;
        double square = 0;
        double difference = 0;
        double differenceSquare = 0;
        double product = 0;
        for (int v = row; v <= Math.min(windows.rows - 1, row + HALF); v += HALF) {
            for (int u = column; u <= Math.min(windows.columns - 1, column + HALF); u += HALF) {
                int at = v * windows.columns + u;
                n += windows.counts[at];
                grey += windows.greys[at];
                square += windows.squares[at];
                difference += sums.sum(sums.differences, u, v);
                differenceSquare += sums.sum(sums.differenceSquares, u, v);
                product += sums.sum(sums.products, u, v);
            }
        }
        if (n < 2 * CELL * CELL) {
            return;
        }
        double mean = difference / n;
        double spread = differenceSquare / n - mean * mean;
        if (Math.abs(mean) > LEAST_SHIFT) {
            excess.exceeds(
                    mean * mean / (spread + LITTLE) / OF_SHIFT,
                    column,
                    row,
                    HALF,
                    mean > 0 ? "the screen is lighter" : "the screen is darker");
        }
        double energy = square / n - grey / n * grey / n;
        if (energy < PATTERNED) {
            return;
        }
        double slope = (product / n - grey / n * mean) / energy;
        double explained = slope * slope * energy;
        if (Math.abs(slope) > LEAST_SLOPE) {
            excess.exceeds(
                    explained / (Math.max(0, spread - explained) + LITTLE) / OF_SLOPE,
                    column,
                    row,
                    HALF,
                    slope < 0 ? "the screen has less contrast" : "the screen has more contrast");
        }
    }

    /** In a picture of so little contrast, a codec loses about as much in one window as in the others. */
    void paleWindowStandsOut() {
        int worst = 0;
        for (int i = 1; i < sums.energies.length; i++) {
            worst = sums.energies[i] > sums.energies[worst] ? i : worst;
        }
        if (windows.contrasts[worst] > windows.likeContrast || windows.edgeCount < windows.patternedWindows) {
            return; // There is more to lose, or nothing like words, which have edges everywhere.
        }
        double rest = LEAST_OF_PALE_WINDOWS;
        for (int row = 0; row < windows.rows; row++) {
            for (int column = 0; column < windows.columns; column++) {
                boolean far = Math.abs(row - worst / windows.columns) >= FAR
                        || Math.abs(column - worst % windows.columns) >= FAR;
                rest = far ? Math.max(rest, sums.energies[row * windows.columns + column]) : rest;
            }
        }
        excess.exceeds(
                Math.min(CERTAIN, sums.energies[worst] / (rest * OF_PALE_WINDOWS)),
                worst % windows.columns,
                worst / windows.columns,
                1,
                "a detail differs");
    }
}
