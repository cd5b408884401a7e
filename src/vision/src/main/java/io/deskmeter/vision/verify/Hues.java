package io.deskmeter.vision.verify;

import static io.deskmeter.vision.verify.PatternWindows.CELL;
import static io.deskmeter.vision.verify.Residue.CERTAIN;
import static io.deskmeter.vision.verify.WindowBounds.LITTLE;

import java.util.ArrayList;
import java.util.List;

/**
 * How the colours of a pattern go with its grey, as a whole and in parts as large as a word, and whether what a place
 * shows has another hue: its difference in colour goes with the grey, too. Cells are compared, as codecs subsample
 * colours.
 */
final class Hues {
    /** How much colour, of a step of the grey. */
    private static final double LEAST_TINT = 0.06;

    private static final double OF_TINT = 2;

    /** Of a part of a picture, in which loss of the colour in a few blocks is more of all. */
    private static final double OF_TINT_OF_PART = 1.25;

    /** A part is as large as a short word: in cells. */
    private static final int PART_WIDTH = 8;

    private static final int PART_HEIGHT = 6;

    /** Of colours with 16 bits: what rounding leaves of a few even colours can go with their grey. */
    private static final double ROUNDING = 5;
    /** Fewer say too little of how colours go with the grey. */
    private static final int LEAST_CELLS = 16;

    /**
     * Of its colour a picture keeps at least so much: 0.43 was the least through every codec that was tried, for words
     * one pixel wide through JPEG of quality 15.
     */
    private static final double LEAST_KEPT = 0.35;

    /** Of a picture in grey, through the same codecs, 0.03 of the colour was found at most. */
    private static final double NOTHING_KEPT = 0.2;

    private final int across;

    /** The mean grey of each cell; below 0 where some of it does not count. */
    private final float[] greys;

    private final Part whole;

    /** They overlap; none in a pattern that is not larger than one. */
    private final List<Part> parts;

    /** Places in cells; slopes in levels of a colour for a level of the grey. */
    private record Part(int fromColumn, int fromRow, int toColumn, int toRow, double blueSlope, double redSlope) {}

    /**
     * Of a pattern in cells, row by row.
     *
     * @param sums of the grey of each cell
     * @param blues sums of blue less the grey
     * @param reds sums of red less the grey
     * @param cells how many pixels of each cell count
     */
    Hues(int across, int down, double[] sums, double[] blues, double[] reds, int[] cells) {
        this.across = across;
        greys = new float[cells.length];
        for (int i = 0; i < cells.length; i++) {
            greys[i] = cells[i] == CELL * CELL ? (float) (sums[i] / cells[i]) : -1;
        }
        whole = part(0, 0, across, down, sums, blues, reds, cells);
        parts = parts(down, sums, blues, reds, cells);
    }

    /**
     * Compares a place.
     *
     * @param blues sums of the differences in blue, less those in the grey, of each cell
     * @param reds the same of red
     */
    void compare(int[] blues, int[] reds, Excess excess) {
        compare(whole, OF_TINT, blues, reds, excess);
        for (Part part : parts) {
            compare(part, OF_TINT_OF_PART, blues, reds, excess);
        }
    }

    private void compare(Part part, double bound, int[] blues, int[] reds, Excess excess) {
        double n = 0;
        double grey = 0;
        double square = 0;
        double[] sums = new double[6];
        for (int row = part.fromRow; row < part.toRow; row++) {
            for (int cell = row * across + part.fromColumn; cell < row * across + part.toColumn; cell++) {
                if (greys[cell] >= 0) {
                    double g = greys[cell];
                    double blue = blues[cell] / (double) (CELL * CELL);
                    double red = reds[cell] / (double) (CELL * CELL);
                    n++;
                    grey += g;
                    square += g * g;
                    sums[0] += blue;
                    sums[1] += blue * blue;
                    sums[2] += blue * g;
                    sums[3] += red;
                    sums[4] += red * red;
                    sums[5] += red * g;
                }
            }
        }
        double energy = n == 0 ? 0 : square / n - grey / n * grey / n;
        if (energy < LITTLE || n < LEAST_CELLS) {
            return;
        }
        double blue = (sums[2] / n - sums[0] / n * grey / n) / energy;
        double red = (sums[5] / n - sums[3] / n * grey / n) / energy;
        double spread = sums[1] / n - sums[0] / n * sums[0] / n + sums[4] / n - sums[3] / n * sums[3] / n;
        // A codec takes from the colour that there is; it does not turn it into another one.
        double own = Math.hypot(part.blueSlope, part.redSlope);
        double tint =
                own > LEAST_TINT ? Math.abs(blue * part.redSlope - red * part.blueSlope) / own : Math.hypot(blue, red);
        double rest = Math.max(0, spread - (blue * blue + red * red) * energy);
        int windows = Math.max(part.toColumn - part.fromColumn, part.toRow - part.fromRow);
        if (tint > LEAST_TINT) {
            double ratio = tint * tint * energy / (rest + ROUNDING) / bound;
            excess.exceeds(ratio, part.fromColumn, part.fromRow, windows, "the colour differs");
        }
        if (own > LEAST_TINT) {
            double kept = 1 + (blue * part.blueSlope + red * part.redSlope) / (own * own);
            double lost = own * (1 - kept);
            boolean certain = lost * lost * energy > bound * (rest + ROUNDING);
            if (kept < LEAST_KEPT && certain) {
                double ratio = kept < NOTHING_KEPT ? 2 * CERTAIN : CERTAIN;
                excess.exceeds(ratio, part.fromColumn, part.fromRow, windows, "the colour is missing");
            }
        }
    }

    private Part part(
            int column, int row, int toColumn, int toRow, double[] sums, double[] blues, double[] reds, int[] cells) {
        int width = toColumn - column;
        double[][] of = new double[3][width * (toRow - row)];
        int[] counted = new int[of[0].length];
        for (int v = row; v < toRow; v++) {
            for (int u = column; u < toColumn; u++) {
                int at = (v - row) * width + u - column;
                int cell = v * across + u;
                of[0][at] = sums[cell];
                of[1][at] = blues[cell];
                of[2][at] = reds[cell];
                counted[at] = cells[cell];
            }
        }
        return new Part(column, row, toColumn, toRow, slope(of[0], of[1], counted), slope(of[0], of[2], counted));
    }

    private List<Part> parts(int down, double[] sums, double[] blues, double[] reds, int[] cells) {
        List<Part> parts = new ArrayList<>();
        if (across <= PART_WIDTH && down <= PART_HEIGHT) {
            return parts;
        }
        for (int row = 0; row == 0 || row + PART_HEIGHT / 2 < down; row += PART_HEIGHT / 2) {
            for (int column = 0; column == 0 || column + PART_WIDTH / 2 < across; column += PART_WIDTH / 2) {
                int right = Math.min(across, column + PART_WIDTH);
                int bottom = Math.min(down, row + PART_HEIGHT);
                parts.add(part(
                        Math.max(0, right - PART_WIDTH),
                        Math.max(0, bottom - PART_HEIGHT),
                        right,
                        bottom,
                        sums,
                        blues,
                        reds,
                        cells));
            }
        }
        return parts;
    }

    private static double slope(double[] sums, double[] ofColour, int[] cells) {
        double n = 0;
        double grey = 0;
        double square = 0;
        double colour = 0;
        double product = 0;
        for (int i = 0; i < cells.length; i++) {
            if (cells[i] == CELL * CELL) {
                double g = sums[i] / cells[i];
                double c = ofColour[i] / cells[i];
                n++;
                grey += g;
                square += g * g;
                colour += c;
                product += g * c;
            }
        }
        double energy = n == 0 ? 0 : square / n - grey / n * grey / n;
        return energy < LITTLE ? 0 : (product / n - grey / n * colour / n) / energy;
    }
}
