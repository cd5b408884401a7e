package io.deskmeter.vision.verify;

import io.deskmeter.screen.Rect;
import io.deskmeter.vision.pixel.Grey;
import io.deskmeter.vision.pixel.OpaqueRuns;
import io.deskmeter.vision.pixel.Pattern;
import io.deskmeter.vision.pixel.ScreenSums;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a place that looks like a pattern shows the pattern, or a picture that differs in a detail: a glyph,
 * a tick, a border, a hue.
 *
 * <p>What is left between the two, the residue, is compared with what the codecs of remote desktops leave: a lossy
 * codec leaves a little wherever the picture has edges, and almost nothing in the mean of an area. So a place is
 * another picture if
 *
 * <ul>
 *   <li>all edges around are equal to the pixel, and some part is not: without loss, every difference is one of the
 *       picture;
 *   <li>the mean squared difference of a window of 8×8 pixels stands out from that of the others, and from what the
 *       contrast around it explains;
 *   <li>an area of 16×16 pixels is lighter or darker, or has more or less contrast, by more than the rest of its
 *       residue: a codec does neither;
 *   <li>the mean colour of a window differs by more than subsampled colours explain;
 *   <li>a line along a side is of another colour, and all that is inside is equal.
 * </ul>
 *
 * <p>The bounds were measured on the codecs of the golden set and on recordings of real servers (decision 0076). What
 * the pattern looks like with fewer colours is computed when a place first needs it; otherwise immutable. One serves
 * all sessions.
 */
public final class Residue {
    /** Whether the place shows the pattern. */
    public enum Verdict {
        IS,
        /** The loss of the picture may be the cause of the difference, or not. */
        MAY_BE,
        IS_NOT
    }

    /**
     * A verdict and its reason.
     *
     * @param excess by how much the residue exceeds what loss explains, at most; 1 for the bound
     * @param where the difference is largest, on the screen; empty for equal pictures
     * @param what differs there, in words
     */
    public record Finding(Verdict verdict, double excess, Rect where, String what) {}

    static final int CELL = 4;
    /** Of the larger windows, in windows' steps. */
    private static final int HALF = 2;

    /** From one pixel to the next; smaller steps of the grey are no edge, but in a pale picture. */
    private static final int EDGE = 16;
    /** Of the greys of a pale picture: a step, or a difference, that a person sees in it. */
    private static final int OF_RANGE = 3;
    /** Of the greys of a pale picture: a pixel that its ink covers by less than half, as at the border of a glyph. */
    private static final double HALF_COVERED = 2.2;
    /**
     * The share of the pixels at edges that are equal, from which on there is no loss. A lossy codec leaves hardly one
     * of them.
     */
    private static final double LOSSLESS = 0.6;

    /** From this share on, most of what differs must differ little, if loss is the cause. */
    private static final double PARTLY_LOSSLESS = 0.25;

    private static final double FEW_SMALL = 0.5;

    /**
     * The share from which on what differs is in one place, where a smooth glyph has small differences beside the large
     * ones.
     */
    private static final double NEARLY_EQUAL = 0.75;

    private static final double MORE_SMALL = 2;

    private static final int LEAST_EDGES = 12;
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
    /**
     * Up to so much of the contrast of half of the windows, a window loses about as much as they do, however often a
     * detail is repeated. In the few sharp parts of a soft picture more is lost, and it does not tell how much.
     */
    private static final double LIKE_CONTRAST = 1.5;

    /** How much more than in the upper quarter of the windows there may be in one of like contrast. */
    private static final double OF_LIKE = 3;

    private static final double LEAST_OF_LIKE = 110;
    /** Of the contrast beside the picture, what bleeds into it. */
    private static final double OF_BESIDE = 0.05;
    /** Windows farther than this from the worst one are other parts, in cells. */
    private static final int FAR = 3;

    /** Of the mean grey of an area; as little as a pale row that is marked. */
    private static final double LEAST_SHIFT = 4;

    private static final double OF_SHIFT = 1.5;
    private static final double LEAST_SLOPE = 0.12;
    private static final double OF_SLOPE = 4;
    private static final double PATTERNED = 200;
    /** Of a variance. */
    static final double LITTLE = 10;

    /** Of the three channels together: programs and servers round colours, which is no loss. */
    private static final int ROUNDED = 3;

    /** A difference of the grey: a codec leaves many that are smaller, for each that is larger. */
    private static final int LARGE = 12;

    private static final int LEAST_LARGE = 3;

    /** Smooth glyphs have so many small differences for a large one. */
    private static final int SMOOTH = 6;

    /** Of a detail in one place, in pixels. */
    private static final int COMPACT = 12;

    /**
     * Of the colour, of the grey's difference: codecs that keep the grey and lose colour change the grey only where
     * they change the colour.
     */
    private static final int NEUTRAL = 4;

    /** Of the differences of colours, what remains of their sum where a codec has spread the colour of a few pixels. */
    private static final double KEPT_COLOUR = 0.5;

    /** So few pixels differ in a picture with loss of the colour only if it has hardly any colour. */
    private static final int FEW_COLOURED = 4;

    /** Colours with 16 bits change so much by their rounding. */
    private static final int ROUNDED_COLOUR = 12;

    /**
     * The largest difference of a pixel that loss leaves, of the largest one elsewhere in the picture, and this much
     * more.
     */
    private static final double OF_PIXELS = 2;

    private static final double LEAST_OF_PIXELS = 8;
    /** In a picture of so little contrast, a codec loses about as much everywhere. */
    private static final double PALE = 25;

    /** Of pale parts: a word or two. Fewer are a part of a picture, such as a pale line. */
    private static final int LEAST_PALE_EDGES = 48;

    private static final double OF_PALE_PIXELS = 1.2;

    /** How much more there may be in a window of a pale picture than in any other. */
    private static final double OF_PALE_WINDOWS = 1.5;

    private static final double LEAST_OF_PALE_WINDOWS = 8;
    /** What 16-bit colours leave. */
    private static final double LEAST_REST = 4;

    /** At the border, colours from beside the picture bleed into it. */
    private static final int BORDER = 2;

    /** Where the ground is even on the screen, too: there is no colour nearby that a codec could have spread. */
    private static final double EVEN_COLOUR_BOUND = 60;

    private static final double COLOUR_BOUND = 500;
    private static final double OF_COLOURS = 0.25;
    private static final double OF_COLOUR_LOSS = 6;
    private static final double GREATEST_COLOUR_LOSS = 2000;
    private static final double GREATEST_SMALL_COLOUR_LOSS = 200;
    private static final int FEW_WINDOWS = 64;

    /** By how much a bound must be exceeded, so that no loss can be the cause. */
    static final double CERTAIN = 1.5;

    private static final int REACH = 8;

    /**
     * So far beside a picture a decision reads at most: around the outermost window, which may be larger than the
     * picture itself.
     */
    public static final int BESIDE = REACH + CELL;

    private static final int BUCKETS = 64;

    /** Pixels that are compared at a time: few, because most places differ at once. */
    private static final int RUN = 16;

    private final Pattern pattern;
    private final int across;
    private final int down;
    /** Windows begin at each cell; a picture of one cell has one window. */
    private final int columns;

    private final int rows;
    /** From the darkest grey to the lightest. */
    private final int range;
    /** A difference of the grey that is a detail where all else is equal. */
    private final int least;
    /** The same where all that differs lies in one place. */
    private final int leastInOnePlace;

    private final boolean[] edges;
    private final Hues hues;
    private final int edgeCount;
    /** Of each cell. */
    private final int[] cellEdges;
    /** Of each window: pixels that count, sum and sum of squares of the grey. */
    private final int[] counts;

    private final double[] greys;
    private final double[] squares;
    /** The variance of the grey, and of the colour, in the window and 8 pixels around it. */
    private final float[] contrasts;

    private final float[] colourContrasts;
    /** A window of this contrast has a pattern in it; less in a picture of little contrast. */
    private final double patterned;
    /** A picture with fewer edges than these has few edges, and is nothing like words. */
    private final int patternedWindows;

    /** The most contrast of a window that is like most others. */
    private final double likeContrast;
    /**
     * The parts of a picture that are paler than it is, such as grey words below a dark bar: loss of the rest says
     * nothing about them.
     */
    private final @Nullable Residue paleParts;
    /** The pattern with fewer colours. */
    private final SixteenBits sixteenBits;

    private final EightBits eightBits;
    private final int rounded;
    /** Whether all pixels are known: no more than a few may differ. */
    private final boolean withoutLoss;
    /** Computed when a place first needs it. */
    private volatile @Nullable EqualGround ground;

    private volatile @Nullable EqualLuma luma;

    public Residue(Pattern pattern) {
        this(pattern, true, 0, false);
    }

    /** @param rounded a difference of the grey that is none, even in a pale picture */
    Residue(Pattern pattern, int rounded) {
        this(pattern, true, rounded, false);
    }

    private Residue(Pattern pattern, boolean whole, int rounded, boolean withoutLoss) {
        this.pattern = pattern;
        this.withoutLoss = withoutLoss;
        sixteenBits = new SixteenBits(pattern);
        eightBits = new EightBits(pattern);
        this.rounded = rounded;
        across = (pattern.width + CELL - 1) / CELL;
        down = (pattern.height + CELL - 1) / CELL;
        columns = Math.max(1, across - 1);
        rows = Math.max(1, down - 1);
        range = range(pattern);
        least = Math.max(Math.max(rounded, ROUNDED + 1), Math.min(LARGE, range / OF_RANGE));
        leastInOnePlace = rounded > 0 ? ROUNDED : least;
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
        paleParts = whole && pattern.contrast() >= PALE ? paleParts(rounded) : null;
    }

    /** For a display of which all that it does to the pixels has been done to the pattern, too. */
    static Residue withoutLoss(Pattern pattern) {
        return new Residue(pattern, true, 0, true);
    }

    private @Nullable Residue paleParts(int rounded) {
        int[] rest = pattern.rgb.clone();
        for (int at = 0; at < contrasts.length; at++) {
            int left = at % columns * CELL;
            int top = at / columns * CELL;
            boolean inside = left >= REACH
                    && top >= REACH
                    && left + 2 * CELL <= pattern.width - REACH
                    && top + 2 * CELL <= pattern.height - REACH;
            if (contrasts[at] >= PALE * PALE || !inside) {
                clear(rest, left, top);
            }
        }
        Residue parts = new Residue(new Pattern(pattern.width, pattern.height, rest), false, rounded, false);
        return parts.edgeCount >= LEAST_PALE_EDGES ? parts : null;
    }

    private void clear(int[] argb, int left, int top) {
        for (int y = top; y < Math.min(pattern.height, top + 2 * CELL); y++) {
            for (int x = left; x < Math.min(pattern.width, left + 2 * CELL); x++) {
                argb[y * pattern.width + x] &= 0xffffff;
            }
        }
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

    public Pattern pattern() {
        return pattern;
    }

    public SixteenBits sixteenBits() {
        return sixteenBits;
    }

    public EightBits eightBits() {
        return eightBits;
    }

    /** Whether all pixels at the place are those of the pattern. */
    public boolean isEqual(ScreenSums picture, int x, int y) {
        int[] seen = picture.rgb();
        int[] wanted = pattern.rgb;
        for (int i = 0; i < pattern.spans.length; i += 3) {
            int at = pattern.spans[i] * pattern.width + pattern.spans[i + 1];
            int end = pattern.spans[i] * pattern.width + pattern.spans[i + 2];
            int shift = (y + pattern.spans[i]) * picture.width + x + pattern.spans[i + 1] - at;
            while (at < end) {
                int stop = Math.min(end, at + RUN);
                int difference = 0;
                for (; at < stop; at++) {
                    difference |= seen[at + shift] ^ wanted[at];
                }
                if ((difference & 0xffffff) != 0) {
                    return false;
                }
            }
        }
        return true;
    }

    /**
     * Whether no channel of a pixel at the place differs from the pattern's by more than one step, as where a program
     * or a server rounds colours in its own way. No bound can be exceeded then, nor can the place be nearer to a rival:
     * it shows the pattern, unless a rival looks the same there, see {@code Rivals}.
     */
    public boolean isEqualButRounded(ScreenSums picture, int x, int y) {
        int[] seen = picture.rgb();
        int[] wanted = pattern.rgb;
        for (int i = 0; i < pattern.spans.length; i += 3) {
            int at = pattern.spans[i] * pattern.width + pattern.spans[i + 1];
            int end = pattern.spans[i] * pattern.width + pattern.spans[i + 2];
            int shift = (y + pattern.spans[i]) * picture.width + x + pattern.spans[i + 1] - at;
            while (at < end) {
                int stop = Math.min(end, at + RUN);
                int most = 0;
                for (; at < stop; at++) {
                    int one = seen[at + shift];
                    int other = wanted[at];
                    most = Math.max(most, Math.abs((one & 0xff0000) - (other & 0xff0000)) >> 16);
                    most = Math.max(most, Math.abs((one & 0xff00) - (other & 0xff00)) >> 8);
                    most = Math.max(most, Math.abs((one & 0xff) - (other & 0xff)));
                }
                if (most > 1) {
                    return false;
                }
            }
        }
        return true;
    }

    private EqualGround ground() {
        EqualGround kept = ground;
        if (kept == null) {
            // Two threads may both compute it, with the same result.
            kept = new EqualGround(pattern, rounded);
            ground = kept;
        }
        return kept;
    }

    private EqualLuma luma() {
        EqualLuma kept = luma;
        if (kept == null) {
            kept = new EqualLuma(pattern, ground().drawnOrBeside());
            luma = kept;
        }
        return kept;
    }

    /** What the place shows, which is like the pattern as a whole. */
    public Finding decide(ScreenSums picture, int x, int y) {
        return isEqualButRounded(picture, x, y)
                ? new Finding(Verdict.IS, 0, new Rect(0, 0, 0, 0), "")
                : compare(picture, x, y);
    }

    /** The same, by the bounds. */
    Finding compare(ScreenSums picture, int x, int y) {
        Finding finding = new Comparison(picture, x, y).finding();
        Residue pale = paleParts;
        if (pale == null || finding.verdict() == Verdict.IS_NOT) {
            return finding;
        }
        Finding ofPale = pale.new Comparison(picture, x, y).finding();
        return ofPale.excess() > finding.excess() ? ofPale : finding;
    }

    /** The residue at one place. */
    private final class Comparison {
        private final ScreenSums picture;
        private final int left;
        private final int top;
        private final int[] differences = new int[across * down];
        private final int[] differenceSquares = new int[across * down];
        private final int[] products = new int[across * down];
        private final int[] blues = new int[across * down];
        private final int[] reds = new int[across * down];
        /** Of each cell: the largest difference of a pixel's grey. */
        private final int[] largest = new int[across * down];
        /**
         * Of each window: the mean squared difference of the grey, and the square of the mean difference of the colour.
         */
        private final float[] energies = new float[columns * rows];

        private final float[] colours = new float[columns * rows];
        private int equalEdges;
        private int atBorder;
        private int small;
        private int large;
        private int firstLarge = -1;
        /** By how much a bound is exceeded at most, where, and which. */
        private double excess;

        private Rect where = new Rect(0, 0, 0, 0);
        private String what = "";

        Comparison(ScreenSums picture, int left, int top) {
            this.picture = picture;
            this.left = left;
            this.top = top;
            read();
        }

        private void read() {
            int[] seen = picture.rgb();
            for (int i = 0; i < pattern.spans.length; i += 3) {
                int row = pattern.spans[i];
                int shift = (top + row) * picture.width + left - row * pattern.width;
                int end = row * pattern.width + pattern.spans[i + 2];
                int from = row * pattern.width + pattern.spans[i + 1];
                int cells = row / CELL * across;
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
                    equalEdges += edges[at] ? 1 : 0;
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
                    equalEdges += edges[at] ? 1 : 0;
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

        private double sum(int[] cells, int column, int row) {
            int at = row * across + column;
            double sum = cells[at];
            boolean right = column + 1 < across;
            if (right) {
                sum += cells[at + 1];
            }
            if (row + 1 < down) {
                sum += cells[at + across];
                if (right) {
                    sum += cells[at + across + 1];
                }
            }
            return sum;
        }

        private void exceeds(double ratio, int column, int row, int windows, String difference) {
            if (ratio > excess) {
                excess = ratio;
                what = difference;
                where = new Rect(left + column * CELL, top + row * CELL, 2 * CELL * windows, 2 * CELL * windows)
                        .intersection(new Rect(left, top, pattern.width, pattern.height));
            }
        }

        Finding finding() {
            boolean lossless = edgeCount >= LEAST_EDGES && equalEdges >= LOSSLESS * edgeCount;
            for (int row = 0; row < rows; row++) {
                for (int column = 0; column < columns; column++) {
                    int at = row * columns + column;
                    double n = counts[at];
                    if (n < CELL * CELL) {
                        continue; // Mostly masked: too few pixels for a mean.
                    }
                    energies[at] = (float) (sum(differenceSquares, column, row) / n);
                    double blue = sum(blues, column, row) / n;
                    double red = sum(reds, column, row) / n;
                    colours[at] = (float) (blue * blue + red * red);
                }
            }
            // Small differences for each large one, if the picture, and not its loss, is the cause.
            double few = edgeCount < LEAST_EDGES || equalEdges < PARTLY_LOSSLESS * edgeCount
                    ? 0
                    : equalEdges < NEARLY_EQUAL * edgeCount ? FEW_SMALL : MORE_SMALL;
            if (large >= LEAST_LARGE && small < few * large) {
                exceeds(
                        few * large / (small + 1) + 1,
                        firstLarge % pattern.width / CELL,
                        firstLarge / pattern.width / CELL,
                        1,
                        "a detail differs");
            }
            if (withoutLoss && small + large + atBorder > COMPACT) {
                int most = cellOfLargest();
                exceeds(2 * CERTAIN, most % across, most / across, 1, "a detail differs");
            }
            standsOut(lossless);
            colours();
            hues.compare(blues, reds, this::exceeds);
            areas();
            // A place that is another picture anyway is not looked at pixel by pixel.
            if (small + large + atBorder > 0 && excess <= CERTAIN) {
                inkDiffers();
                lumaDiffers();
                fewPixelsDiffer();
                pixelStandsOut();
                paleAsLoss();
                borderLineDiffers();
            }
            Verdict verdict = excess <= 1 ? Verdict.IS : excess <= CERTAIN ? Verdict.MAY_BE : Verdict.IS_NOT;
            return new Finding(verdict, excess, where, what);
        }

        /** Whether what is drawn differs, and the ground beside it does not: there is no loss then. */
        private void inkDiffers() {
            ground().differs(picture, left, top)
                    .ifPresent(at -> exceeds(
                            2 * CERTAIN,
                            (at.x() - left) / CELL,
                            (at.y() - top) / CELL,
                            1,
                            "the colour of what is drawn differs"));
        }

        /** Whether a detail differs, where a codec has kept the luma and lost colour. */
        private void lumaDiffers() {
            luma().differs(picture, left, top)
                    .ifPresent(at ->
                            exceeds(2 * CERTAIN, (at.x() - left) / CELL, (at.y() - top) / CELL, 1, "a detail differs"));
        }

        /**
         * Whether a line at the border is of another colour, as of a field that has the focus. What bleeds into the
         * picture from beside it is of many colours, and loses something of what is inside, too.
         */
        private void borderLineDiffers() {
            Rect inside = new Rect(BORDER, BORDER, pattern.width - 2 * BORDER, pattern.height - 2 * BORDER);
            if (small + large == 0 && atBorder > 0 && edgesIn(inside) >= LEAST_EDGES) {
                BorderLine.differing(pattern, picture, left, top, BORDER)
                        .ifPresent(at -> exceeds(
                                2 * CERTAIN,
                                at.x / CELL,
                                at.y / CELL,
                                1,
                                "the colour of a line at the border differs"));
            }
        }

        /**
         * Whether nothing but a few pixels differs: there is no loss then, and one that differs enough to be seen is a
         * detail.
         */
        private void fewPixelsDiffer() {
            if (small + large + atBorder > COMPACT * COMPACT) {
                return;
            }
            Rect all = differing();
            boolean inOnePlace = all.width() <= COMPACT && all.height() <= COMPACT;
            int seen = inOnePlace ? leastInOnePlace : least;
            int details = 0;
            int others = 0;
            for (int y = all.y(); y < all.bottom(); y++) {
                for (int x = all.x(); x < all.right(); x++) {
                    if (differs(x, y)) {
                        boolean detail = difference(x, y) > seen && isNeutral(x, y, 1);
                        details += detail ? 1 : 0;
                        others += detail ? 0 : 1;
                    }
                }
            }
            boolean rest = edgeCount - edgesIn(all) >= LEAST_EDGES;
            boolean lossless = equalEdges >= Math.max(LEAST_EDGES, LOSSLESS * edgeCount);
            // A picture of few edges says little about loss, but loss leaves small differences, too.
            boolean nothingElse = others == 0;
            if (others < SMOOTH * details && ((rest && inOnePlace) || lossless || nothingElse)) {
                exceeds(1 + details, all.x() / CELL, all.y() / CELL, 1, "a detail differs");
            } else if (rest || lossless || details + others <= FEW_COLOURED) {
                fewPixelsDifferInColour();
            }
        }

        private Rect differing() {
            Rect all = new Rect(0, 0, 0, 0);
            for (int y = 0; y < pattern.height; y++) {
                for (int x = 0; x < pattern.width; x++) {
                    all = differs(x, y) ? all.union(new Rect(x, y, 1, 1)) : all;
                }
            }
            return all;
        }

        /**
         * Whether the colour of a few pixels is another one, though not their grey. A codec that keeps the grey and
         * loses colour spreads it over the pixels beside, and its mean stays.
         */
        private void fewPixelsDifferInColour() {
            int blue = 0;
            int red = 0;
            int sizes = 0;
            int at = -1;
            for (int y = BORDER; y < pattern.height - BORDER; y++) {
                for (int x = BORDER; x < pattern.width - BORDER; x++) {
                    if (differs(x, y)) {
                        int wanted = pattern.rgb[y * pattern.width + x];
                        int pixel = seen(x, y);
                        int grey = Grey.of(pixel) - (pattern.grey[y * pattern.width + x] & 0xff);
                        int b = (pixel & 0xff) - (wanted & 0xff) - grey;
                        int r = (pixel >> 16 & 0xff) - (wanted >> 16 & 0xff) - grey;
                        if (Math.abs(b) + Math.abs(r) > 2 * ROUNDED_COLOUR) {
                            blue += b;
                            red += r;
                            sizes += Math.abs(b) + Math.abs(r);
                            at = y / CELL * across + x / CELL;
                        }
                    }
                }
            }
            double moved = Math.abs(blue) + Math.abs(red);
            if (moved > sizes * KEPT_COLOUR) {
                exceeds(moved / (sizes * KEPT_COLOUR), at % across, at / across, 1, "the colour differs");
            }
        }

        private int edgesIn(Rect part) {
            int sum = 0;
            for (int y = part.y(); y < part.bottom(); y++) {
                for (int x = part.x(); x < part.right(); x++) {
                    sum += edges[y * pattern.width + x] ? 1 : 0;
                }
            }
            return sum;
        }

        /**
         * Whether one pixel stands out, as the tail of a pale comma does, which is little in the mean of a window. Only
         * where the contrast is usual for the picture, on the screen beside it too: there a codec leaves about as much
         * as elsewhere.
         */
        private void pixelStandsOut() {
            double factor = pattern.contrast() < PALE ? OF_PALE_PIXELS : OF_PIXELS;
            double needed = Math.max(1, excess);
            int most = cellOfLargest();
            // The pixel is near the one that differs most, or it differs less than that one: the rest of most pictures
            // with loss says at once that none stands out.
            double bound = (largest[most] - LEAST_OF_PIXELS) / (factor * needed);
            if (bound <= LEAST_REST || largestBeyond(most, 2 * FAR - 1, bound) >= bound) {
                return;
            }
            int worst = -1;
            int size = LARGE;
            for (int cell = 0; cell < largest.length; cell++) {
                if (largest[cell] > size) {
                    int neutral = largestNeutral(cell);
                    worst = neutral > size ? cell : worst;
                    size = Math.max(size, neutral);
                }
            }
            if (worst < 0) {
                return;
            }
            int column = Math.min(worst % across, columns - 1);
            int row = Math.min(worst / across, rows - 1);
            double contrast = contrasts[row * columns + column];
            int rest = largestBeyond(worst, FAR, Integer.MAX_VALUE);
            double ratio = (size - LEAST_OF_PIXELS) / (Math.max(LEAST_REST, rest) * factor);
            if (ratio <= needed
                    || edgesBeyond(worst) < LEAST_EDGES
                    || contrast > likeContrast
                    || around(row * columns + column, true) > 2 * contrast) {
                return;
            }
            exceeds(ratio, column, row, 1, "a detail differs");
        }

        private int cellOfLargest() {
            int most = 0;
            for (int cell = 1; cell < largest.length; cell++) {
                most = largest[cell] > largest[most] ? cell : most;
            }
            return most;
        }

        /**
         * Whether so much is lost that a pixel of the picture's own ink would not stand out: then two states of it that
         * differ in one cannot be told apart.
         */
        private void paleAsLoss() {
            if (excess > 1 || pattern.contrast() >= PALE) {
                return;
            }
            paleWindowStandsOut();
            if (excess > 1 || small + large <= COMPACT * COMPACT) {
                return;
            }
            int most = cellOfLargest();
            int rest = largestBeyond(most, FAR, Integer.MAX_VALUE);
            double visible = Math.max(LARGE, LEAST_OF_PIXELS + OF_PALE_PIXELS * Math.max(LEAST_REST, rest));
            if (range < HALF_COVERED * visible) {
                exceeds(
                        Math.min(CERTAIN, HALF_COVERED * visible / range),
                        most % across,
                        most / across,
                        1,
                        "the picture is too pale for so much loss, in which a pixel of it would not show");
            }
        }

        /** In a picture of so little contrast, a codec loses about as much in one window as in the others. */
        private void paleWindowStandsOut() {
            int worst = 0;
            for (int i = 1; i < energies.length; i++) {
                worst = energies[i] > energies[worst] ? i : worst;
            }
            if (contrasts[worst] > likeContrast || edgeCount < patternedWindows) {
                return; // There is more to lose, or nothing like words, which have edges everywhere.
            }
            double rest = LEAST_OF_PALE_WINDOWS;
            for (int row = 0; row < rows; row++) {
                for (int column = 0; column < columns; column++) {
                    boolean far = Math.abs(row - worst / columns) >= FAR || Math.abs(column - worst % columns) >= FAR;
                    rest = far ? Math.max(rest, energies[row * columns + column]) : rest;
                }
            }
            exceeds(
                    Math.min(CERTAIN, energies[worst] / (rest * OF_PALE_WINDOWS)),
                    worst % columns,
                    worst / columns,
                    1,
                    "a detail differs");
        }

        /** The largest difference in cells that are so far from this one; not looked for beyond {@code enough}. */
        private int largestBeyond(int cell, int far, double enough) {
            int rest = 0;
            for (int row = 0; row < down && rest < enough; row++) {
                boolean beyond = Math.abs(row - cell / across) >= far;
                for (int column = 0; column < across; column++) {
                    if (beyond || Math.abs(column - cell % across) >= far) {
                        rest = Math.max(rest, largest[row * across + column]);
                    }
                }
            }
            return rest;
        }

        private int edgesBeyond(int cell) {
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

        /** The largest difference of a pixel of a cell whose colour has not changed. */
        private int largestNeutral(int cell) {
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
            return Math.max(BORDER, cell % across * CELL);
        }

        private int endColumn(int cell) {
            return Math.min(pattern.width - BORDER, (cell % across + 1) * CELL);
        }

        private int firstRow(int cell) {
            return Math.max(BORDER, cell / across * CELL);
        }

        private int endRow(int cell) {
            return Math.min(pattern.height - BORDER, (cell / across + 1) * CELL);
        }

        private int seen(int x, int y) {
            return picture.rgb()[(top + y) * picture.width + left + x];
        }

        /** Whether a pixel counts, and differs by more than programs and servers round. */
        private boolean differs(int x, int y) {
            int wanted = pattern.rgb[y * pattern.width + x];
            return OpaqueRuns.isOpaque(wanted)
                    && (Grey.colourDifference(seen(x, y), wanted) > ROUNDED || difference(x, y) >= ROUNDED);
        }

        /** Of a pixel's grey. */
        private int difference(int x, int y) {
            return Math.abs(Grey.of(seen(x, y)) - (pattern.grey[y * pattern.width + x] & 0xff));
        }

        /** Whether the pixel's colour has not changed, or by no more than this part of its grey. */
        private boolean isNeutral(int x, int y, int part) {
            int wanted = pattern.rgb[y * pattern.width + x];
            int pixel = seen(x, y);
            int difference = Grey.of(pixel) - (pattern.grey[y * pattern.width + x] & 0xff);
            int blue = (pixel & 0xff) - (wanted & 0xff) - difference;
            int red = (pixel >> 16 & 0xff) - (wanted >> 16 & 0xff) - difference;
            return part * (Math.abs(blue) + Math.abs(red) - ROUNDED_COLOUR) <= Math.abs(difference);
        }

        /** Whether a compact part of the residue stands out from the rest of it. */
        private void standsOut(boolean lossless) {
            int worst = 0;
            for (int i = 1; i < energies.length; i++) {
                worst = energies[i] > energies[worst] ? i : worst;
            }
            if (energies[worst] <= LEAST_BOUND) {
                return;
            }
            double rest = 0;
            int others = 0;
            for (int row = 0; row < rows; row++) {
                for (int column = 0; column < columns; column++) {
                    boolean far = Math.abs(row - worst / columns) > FAR || Math.abs(column - worst % columns) > FAR;
                    if (far && contrasts[row * columns + column] >= patterned) {
                        others++;
                        rest = Math.max(rest, energies[row * columns + column]);
                    }
                }
            }
            boolean small = others < 2 * CELL;
            double quarter = upperQuarter(energies, patterned);
            double loss = Math.min(
                    Math.min(STANDS_OUT * rest, OF_UPPER_QUARTER * quarter),
                    Math.max(GREATEST_BOUND, OF_MUCH_LOSS * quarter));
            double least = lossless ? LOSSLESS_BOUND : small ? SMALL_BOUND : LEAST_BOUND + loss;
            double share = small && !lossless ? SMALL_OF_CONTRAST : OF_CONTRAST;
            double leastOfLike = small || lossless ? least : Math.min(least, LEAST_OF_LIKE + OF_LIKE * quarter);
            for (int i = 0; i < energies.length; i++) {
                boolean like = contrasts[i] >= patterned && contrasts[i] <= likeContrast;
                double most = (like ? leastOfLike : least) + share * contrasts[i];
                if (energies[i] > most * Math.max(1, excess)) {
                    double beside = Math.max(0, around(i, true) - contrasts[i]);
                    double bound = like
                            ? Math.min(least + share * beside, leastOfLike + (share + OF_BESIDE) * beside)
                            : least + share * beside;
                    exceeds(
                            energies[i] / (bound + share * contrasts[i]),
                            i % columns,
                            i / columns,
                            1,
                            "a detail differs");
                }
            }
        }

        private void colours() {
            double quarter = upperQuarter(colours, 0);
            // In a small picture, the quarter may be the difference itself.
            double most = columns * rows < FEW_WINDOWS ? GREATEST_SMALL_COLOUR_LOSS : GREATEST_COLOUR_LOSS;
            double least = COLOUR_BOUND + Math.min(most, OF_COLOUR_LOSS * quarter);
            for (int i = 0; i < colours.length; i++) {
                if (colours[i] > EVEN_COLOUR_BOUND * Math.max(1, excess) && isEven(i)) {
                    exceeds(colours[i] / EVEN_COLOUR_BOUND, i % columns, i / columns, 1, "the colour differs");
                }
                if (colours[i] > (least + OF_COLOURS * colourContrasts[i]) * Math.max(1, excess)) {
                    double around = Math.max(colourContrasts[i], around(i, false));
                    exceeds(
                            colours[i] / (least + OF_COLOURS * around),
                            i % columns,
                            i / columns,
                            1,
                            "the colour differs");
                }
            }
        }

        /** Whether a window has no contrast of grey or colour, nor has what the screen shows in it and around it. */
        private boolean isEven(int window) {
            return contrasts[window] < LITTLE
                    && colourContrasts[window] < LITTLE
                    && around(window, true) < LITTLE
                    && around(window, false) < LITTLE;
        }

        /**
         * The variance of the grey, or of the colour, that the screen shows around a window, beside the pattern too.
         */
        private double around(int window, boolean grey) {
            int x = left + window % columns * CELL;
            int y = top + window / columns * CELL;
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

        /**
         * Areas of 16×16 pixels, or of the whole picture where that is smaller: lighter or darker, of more or less
         * contrast.
         */
        private void areas() {
            for (int row = 0; row < rows; row += HALF) {
                for (int column = 0; column < columns; column += HALF) {
                    area(
                            Math.max(0, Math.min(column, columns - 1 - HALF)),
                            Math.max(0, Math.min(row, rows - 1 - HALF)));
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
            for (int v = row; v <= Math.min(rows - 1, row + HALF); v += HALF) {
                for (int u = column; u <= Math.min(columns - 1, column + HALF); u += HALF) {
                    int at = v * columns + u;
                    n += counts[at];
                    grey += greys[at];
                    square += squares[at];
                    difference += sum(differences, u, v);
                    differenceSquare += sum(differenceSquares, u, v);
                    product += sum(products, u, v);
                }
            }
            if (n < 2 * CELL * CELL) {
                return;
            }
            double mean = difference / n;
            double spread = differenceSquare / n - mean * mean;
            if (Math.abs(mean) > LEAST_SHIFT) {
                exceeds(
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
                exceeds(
                        explained / (Math.max(0, spread - explained) + LITTLE) / OF_SLOPE,
                        column,
                        row,
                        HALF,
                        slope < 0 ? "the screen has less contrast" : "the screen has more contrast");
            }
        }
    }

    /** A value that about a quarter of those in windows of this contrast exceed, to a factor of the root of two. */
    private double upperQuarter(float[] values, double contrast) {
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
