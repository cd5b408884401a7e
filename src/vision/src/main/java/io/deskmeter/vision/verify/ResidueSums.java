package io.deskmeter.vision.verify;

import static io.deskmeter.vision.verify.PatternWindows.CELL;
import static io.deskmeter.vision.verify.PatternWindows.REACH;

import io.deskmeter.vision.pixel.Grey;
import io.deskmeter.vision.pixel.OpaqueRuns;
import io.deskmeter.vision.pixel.Pattern;
import io.deskmeter.vision.pixel.ScreenSums;

/**
 * What is left between a pattern and a place of the screen, by cells and windows, and by pixels where bounds ask for
 * them.
 */
final class ResidueSums {
    /** Of the three channels together: programs and servers round colours, which is no loss. */
    static final int ROUNDED = 3;

    /** A difference of the grey: a codec leaves many that are smaller, for each that is larger. */
    static final int LARGE = 12;

    /**
     * Of the colour, of the grey's difference: codecs that keep the grey and lose colour change the grey only where
     * they change the colour.
     */
    private static final int NEUTRAL = 4;

    /** Colours with 16 bits change so much by their rounding. */
    static final int ROUNDED_COLOUR = 12;

    /** At the border, colours from beside the picture bleed into it. */
    static final int BORDER = 2;

    final ScreenSums picture;
    /** The place, on the screen. */
    final int left;

    final int top;
    /**
     * Of each cell: sums of differences of the grey and of the colours, of squares, and of products with the pattern's
     * grey.
     */
    final int[] differences;

    final int[] differenceSquares;
    final int[] products;
    final int[] blues;
    final int[] reds;
    /** Of each cell: the largest difference of a pixel's grey. */
    final int[] largest;
    /** Of each window: the mean squared difference of the grey, and the square of the mean difference of the colour. */
    final float[] energies;

    final float[] colours;
    private final PatternWindows windows;
    private final Pattern pattern;
    int equalEdges;
    int atBorder;
    int small;
    int large;
    int firstLarge = -1;

    ResidueSums(PatternWindows windows, ScreenSums picture, int left, int top) {
        this.windows = windows;
        this.picture = picture;
        this.left = left;
        this.top = top;
        pattern = windows.pattern;
        int cells = windows.across * windows.down;
        differences = new int[cells];
        differenceSquares = new int[cells];
        products = new int[cells];
        blues = new int[cells];
        reds = new int[cells];
        largest = new int[cells];
        energies = new float[windows.columns * windows.rows];
        colours = new float[windows.columns * windows.rows];
        read();
        means();
    }

    private void means() {
        for (int row = 0; row < windows.rows; row++) {
            for (int column = 0; column < windows.columns; column++) {
                int at = row * windows.columns + column;
                double n = windows.counts[at];
                if (n < CELL * CELL) {
                    continue; // Mostly masked: too few pixels for a mean.
                }
                energies[at] = (float) (sum(differenceSquares, column, row) / n);
                double blue = sum(blues, column, row) / n;
                double red = sum(reds, column, row) / n;
                colours[at] = (float) (blue * blue + red * red);
            }
        }
    }

    /** Pixels that differ by more than programs and servers round. */
    int differing() {
        return small + large + atBorder;
    }

    private void read() {
        int[] seen = picture.rgb();
        for (int i = 0; i < pattern.spans.length; i += 3) {
            int row = pattern.spans[i];
            int shift = (top + row) * picture.width + left - row * pattern.width;
            int end = row * pattern.width + pattern.spans[i + 2];
            int from = row * pattern.width + pattern.spans[i + 1];
            int cells = row / CELL * windows.across;
            while (from < end) {
                int column = (from - row * pattern.width) / CELL;
                int to = Math.min(end, row * pattern.width + (column + 1) * CELL);
                boolean inside = row >= BORDER && row < pattern.height - BORDER;
                add(seen, shift, from, to, cells + column, row * pattern.width, inside);
                from = to;
            }
        }
    }

    private void add(int[] seen, int shift, int from, int to, int cell, int row, boolean inside) {
        int sum = 0;
        int square = 0;
        int product = 0;
        int blue = 0;
        int red = 0;
        int most = 0;
        for (int at = from; at < to; at++) {
            int pixel = seen[at + shift];
            int wanted = pattern.rgb[at];
            if (((pixel ^ wanted) & 0xffffff) == 0) {
                equalEdges += windows.edges[at] ? 1 : 0;
                continue;
            }
            int grey = pattern.grey[at] & 0xff;
            int difference = Grey.of(pixel) - grey;
            sum += difference;
            square += difference * difference;
            product += difference * grey;
            int b = (pixel & 0xff) - (wanted & 0xff) - difference;
            int r = (pixel >> 16 & 0xff) - (wanted >> 16 & 0xff) - difference;
            blue += b;
            red += r;
            if (Math.abs(difference) < ROUNDED && Grey.colourDifference(pixel, wanted) <= ROUNDED) {
                equalEdges += windows.edges[at] ? 1 : 0;
                continue;
            }
            int x = at - row;
            if (!inside || x < BORDER || x >= pattern.width - BORDER) {
                atBorder++;
            } else {
                int size = Math.abs(difference);
                boolean isLarge = size > LARGE;
                most = Math.max(most, size);
                large += isLarge ? 1 : 0;
                small += isLarge ? 0 : 1;
                firstLarge = isLarge && firstLarge < 0 ? at : firstLarge;
            }
        }
        differences[cell] += sum;
        differenceSquares[cell] += square;
        products[cell] += product;
        blues[cell] += blue;
        reds[cell] += red;
        largest[cell] = Math.max(largest[cell], most);
    }

    double sum(int[] cells, int column, int row) {
        int at = row * windows.across + column;
        double sum = cells[at];
        boolean right = column + 1 < windows.across;
        if (right) {
            sum += cells[at + 1];
        }
        if (row + 1 < windows.down) {
            sum += cells[at + windows.across];
            if (right) {
                sum += cells[at + windows.across + 1];
            }
        }
        return sum;
    }

    int cellOfLargest() {
        int most = 0;
        for (int cell = 1; cell < largest.length; cell++) {
            most = largest[cell] > largest[most] ? cell : most;
        }
        return most;
    }

    /** The largest difference in cells that are so far from this one; not looked for beyond {@code enough}. */
    int largestBeyond(int cell, int far, double enough) {
        int rest = 0;
        for (int row = 0; row < windows.down && rest < enough; row++) {
            boolean beyond = Math.abs(row - cell / windows.across) >= far;
            for (int column = 0; column < windows.across; column++) {
                if (beyond || Math.abs(column - cell % windows.across) >= far) {
                    rest = Math.max(rest, largest[row * windows.across + column]);
                }
            }
        }
        return rest;
    }

    /** The largest difference of a pixel of a cell whose colour has not changed. */
    int largestNeutral(int cell) {
        int most = 0;
        for (int y = firstRow(cell); y < endRow(cell); y++) {
            for (int x = firstColumn(cell); x < endColumn(cell); x++) {
                int size = differs(x, y) ? difference(x, y) : 0;
                most = size > most && isNeutral(x, y, NEUTRAL) ? size : most;
            }
        }
        return most;
    }

    private int firstColumn(int cell) {
        return Math.max(BORDER, cell % windows.across * CELL);
    }

    private int endColumn(int cell) {
        return Math.min(pattern.width - BORDER, (cell % windows.across + 1) * CELL);
    }

    private int firstRow(int cell) {
        return Math.max(BORDER, cell / windows.across * CELL);
    }

    private int endRow(int cell) {
        return Math.min(pattern.height - BORDER, (cell / windows.across + 1) * CELL);
    }

    int seen(int x, int y) {
        return picture.rgb()[(top + y) * picture.width + left + x];
    }

    /** Whether a pixel counts, and differs by more than programs and servers round. */
    boolean differs(int x, int y) {
        int wanted = pattern.rgb[y * pattern.width + x];
        return OpaqueRuns.isOpaque(wanted)
                && (Grey.colourDifference(seen(x, y), wanted) > ROUNDED || difference(x, y) >= ROUNDED);
    }

    /** Of a pixel's grey. */
    int difference(int x, int y) {
        return Math.abs(Grey.of(seen(x, y)) - (pattern.grey[y * pattern.width + x] & 0xff));
    }

    /** Whether the pixel's colour has not changed, or by no more than this part of its grey. */
    boolean isNeutral(int x, int y, int part) {
        int wanted = pattern.rgb[y * pattern.width + x];
        int pixel = seen(x, y);
        int difference = Grey.of(pixel) - (pattern.grey[y * pattern.width + x] & 0xff);
        int blue = (pixel & 0xff) - (wanted & 0xff) - difference;
        int red = (pixel >> 16 & 0xff) - (wanted >> 16 & 0xff) - difference;
        return part * (Math.abs(blue) + Math.abs(red) - ROUNDED_COLOUR) <= Math.abs(difference);
    }

    /** The variance of the grey, or of the colour, that the screen shows around a window, beside the pattern too. */
    double around(int window, boolean grey) {
        int x = left + window % windows.columns * CELL;
        int y = top + window / windows.columns * CELL;
        int right = Math.min(picture.width, x + 2 * CELL + REACH);
        int bottom = Math.min(picture.height, y + 2 * CELL + REACH);
        double n = 0;
        double[] sums = new double[4];
        for (int v = Math.max(0, y - REACH); v < bottom; v++) {
            for (int u = Math.max(0, x - REACH); u < right; u++) {
                int pixel = picture.rgb()[v * picture.width + u];
                int brightness = Grey.of(pixel);
                int first = grey ? brightness : (pixel & 0xff) - brightness;
                int second = grey ? 0 : (pixel >> 16 & 0xff) - brightness;
                n++;
                sums[0] += first;
                sums[1] += first * first;
                sums[2] += second;
                sums[3] += second * second;
            }
        }
        return sums[1] / n - sums[0] / n * sums[0] / n + sums[3] / n - sums[2] / n * sums[2] / n;
    }
}
