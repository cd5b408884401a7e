package io.deskmeter.vision.verify;

import static io.deskmeter.vision.verify.ResidueSums.ROUNDED;

import io.deskmeter.screen.Rect;
import io.deskmeter.vision.pixel.Pattern;
import java.util.Arrays;

/**
 * A pattern by its cells of 4×4 pixels and its windows of 2×2 cells, which overlap: where its edges are, how much
 * contrast its parts have. Computed once for a pattern; immutable.
 */
final class PatternWindows {
    static final int CELL = 4;

    /** From one pixel to the next; smaller steps of the grey are no edge, but in a pale picture. */
    private static final int EDGE = 16;

    /** Of the greys of a pale picture: a step, or a difference, that a person sees in it. */
    static final int OF_RANGE = 3;

    /**
     * Up to so much of the contrast of half of the windows, a window loses about as much as they do, however often a
     * detail is repeated. In the few sharp parts of a soft picture more is lost, and it does not tell how much.
     */
    private static final double LIKE_CONTRAST = 1.5;

    /** Windows farther than this from the worst one are other parts, in cells. */
    static final int FAR = 3;

    static final double PATTERNED = 200;

    static final int REACH = 8;

    private static final int BUCKETS = 64;

    final Pattern pattern;
    /** Cells of the pattern. */
    final int across;

    final int down;
    /** Windows begin at each cell; a picture of one cell has one window. */
    final int columns;

    final int rows;
    /** From the darkest grey to the lightest. */
    final int range;
    /** Of each pixel: whether it is an edge. */
    final boolean[] edges;

    final int edgeCount;
    /** Of each cell. */
    final int[] cellEdges;
    /** Of each window: pixels that count, sum and sum of squares of the grey. */
    final int[] counts;

    final double[] greys;
    final double[] squares;
    /** The variance of the grey, and of the colour, in the window and 8 pixels around it. */
    final float[] contrasts;

    final float[] colourContrasts;
    final Hues hues;
    /** A window of this contrast has a pattern in it; less in a picture of little contrast. */
    final double patterned;
    /** A picture with fewer edges than these has few edges, and is nothing like words. */
    final int patternedWindows;

    /** The most contrast of a window that is like most others. */
    final double likeContrast;

    PatternWindows(Pattern pattern) {
        this.pattern = pattern;
        across = (pattern.width + CELL - 1) / CELL;
        down = (pattern.height + CELL - 1) / CELL;
        columns = Math.max(1, across - 1);
        rows = Math.max(1, down - 1);
        range = range(pattern);
        int edge = Math.max(ROUNDED + 1, Math.min(EDGE, range / OF_RANGE));
        edges = new boolean[pattern.rgb.length];
        cellEdges = new int[across * down];
        int[] cells = new int[across * down];
        double[] sums = new double[across * down];
        double[] sumsOfSquares = new double[across * down];
        double[][] colours = new double[4][across * down];
        int count = 0;
        for (int i = 0; i < pattern.spans.length; i += 3) {
            int row = pattern.spans[i] * pattern.width;
            for (int x = pattern.spans[i + 1]; x < pattern.spans[i + 2]; x++) {
                int at = row + x;
                int grey = pattern.grey[at] & 0xff;
                int cell = pattern.spans[i] / CELL * across + x / CELL;
                cells[cell]++;
                sums[cell] += grey;
                sumsOfSquares[cell] += grey * grey;
                int blue = (pattern.rgb[at] & 0xff) - grey;
                int red = (pattern.rgb[at] >> 16 & 0xff) - grey;
                colours[0][cell] += blue;
                colours[1][cell] += blue * blue;
                colours[2][cell] += red;
                colours[3][cell] += red * red;
                if (x > pattern.spans[i + 1] && Math.abs(grey - (pattern.grey[at - 1] & 0xff)) >= edge) {
                    edges[at] = true;
                    cellEdges[cell]++;
                    count++;
                }
            }
        }
        edgeCount = count;
        counts = new int[columns * rows];
        greys = windows(sums);
        squares = windows(sumsOfSquares);
        double[] pixels = windows(Arrays.stream(cells).asDoubleStream().toArray());
        for (int i = 0; i < counts.length; i++) {
            counts[i] = (int) pixels[i];
        }
        hues = new Hues(across, down, sums, colours[0], colours[2], cells);
        contrasts = new float[counts.length];
        colourContrasts = new float[counts.length];
        double[] numbers = Arrays.stream(cells).asDoubleStream().toArray();
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < columns; column++) {
                int at = row * columns + column;
                contrasts[at] = (float) variance(numbers, sums, sumsOfSquares, column, row);
                colourContrasts[at] = (float) (variance(numbers, colours[0], colours[1], column, row)
                        + variance(numbers, colours[2], colours[3], column, row));
            }
        }
        patterned = Math.min(PATTERNED, pattern.contrast() * pattern.contrast() / 2);
        patternedWindows = patternedWindows();
        likeContrast = LIKE_CONTRAST * medianContrast();
    }

    private static int range(Pattern pattern) {
        int darkest = 255;
        int lightest = 0;
        for (int i = 0; i < pattern.spans.length; i += 3) {
            int row = pattern.spans[i] * pattern.width;
            for (int at = row + pattern.spans[i + 1]; at < row + pattern.spans[i + 2]; at++) {
                darkest = Math.min(darkest, pattern.grey[at] & 0xff);
                lightest = Math.max(lightest, pattern.grey[at] & 0xff);
            }
        }
        return Math.max(0, lightest - darkest);
    }

    private int patternedWindows() {
        int sum = 0;
        for (float contrast : contrasts) {
            sum += contrast >= patterned ? 1 : 0;
        }
        return sum;
    }

    /** Of the windows that have a pattern in them; 0 if none has. */
    private double medianContrast() {
        float[] sorted = contrasts.clone();
        Arrays.sort(sorted);
        int even = 0;
        while (even < sorted.length && sorted[even] < patterned) {
            even++;
        }
        return even == sorted.length ? 0 : sorted[(even + sorted.length) / 2];
    }

    /** From cells to windows of two by two. */
    private double[] windows(double[] cells) {
        double[] windows = new double[columns * rows];
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < columns; column++) {
                double sum = 0;
                for (int y = row; y < Math.min(down, row + 2); y++) {
                    for (int x = column; x < Math.min(across, column + 2); x++) {
                        sum += cells[y * across + x];
                    }
                }
                windows[row * columns + column] = sum;
            }
        }
        return windows;
    }

    private double variance(double[] cells, double[] sums, double[] squaresOfCells, int column, int row) {
        double n = 0;
        double sum = 0;
        double square = 0;
        int reach = REACH / CELL;
        for (int y = Math.max(0, row - reach); y < Math.min(down, row + 2 + reach); y++) {
            for (int x = Math.max(0, column - reach); x < Math.min(across, column + 2 + reach); x++) {
                n += cells[y * across + x];
                sum += sums[y * across + x];
                square += squaresOfCells[y * across + x];
            }
        }
        return n == 0 ? 0 : square / n - (sum / n) * (sum / n);
    }

    /** Of a part of the pattern. */
    int edgesIn(Rect part) {
        int sum = 0;
        for (int y = part.y(); y < part.bottom(); y++) {
            for (int x = part.x(); x < part.right(); x++) {
                sum += edges[y * pattern.width + x] ? 1 : 0;
            }
        }
        return sum;
    }

    /** Of cells that are farther from this one than its neighbours. */
    int edgesBeyond(int cell) {
        int sum = 0;
        for (int row = 0; row < down; row++) {
            for (int column = 0; column < across; column++) {
                if (Math.abs(row - cell / across) >= FAR || Math.abs(column - cell % across) >= FAR) {
                    sum += cellEdges[row * across + column];
                }
            }
        }
        return sum;
    }

    /** A value that about a quarter of those in windows of this contrast exceed, to a factor of the root of two. */
    double upperQuarter(float[] values, double contrast) {
        int[] buckets = new int[BUCKETS];
        int count = 0;
        for (int i = 0; i < values.length; i++) {
            if (contrasts[i] >= contrast) {
                // The exponent and the first bit of the fraction.
                int power = (Float.floatToRawIntBits(values[i]) >> 22) - 2 * 126;
                buckets[Math.max(0, Math.min(BUCKETS - 1, power))]++;
                count++;
            }
        }
        int above = 0;
        int bucket = BUCKETS;
        while (bucket > 0 && above <= count / 4) {
            above += buckets[--bucket];
        }
        return bucket == 0 ? 0 : Math.pow(2, (bucket - 2) / 2.0 + 0.25);
    }
}
