package io.deskmeter.vision.compare;

import io.deskmeter.screen.Frame;
import io.deskmeter.vision.pixel.Grey;
import io.deskmeter.vision.pixel.Pattern;
import io.deskmeter.vision.template.Template;
import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * How alike two pictures look to a person: the structural similarity index (SSIM) of Z. Wang, A. C. Bovik, H. R. Sheikh
 * and E. P. Simoncelli, "Image Quality Assessment: From Error Visibility to Structural Similarity", IEEE Transactions
 * on Image Processing 13 (2004) 600–612: the mean (equation 17 there) of the index (equation 13) over all windows, with
 * the constants of section III.C (K₁ = 0.01, K₂ = 0.03, L = 255). Windows are squares of 8×8 pixels of equal weight, as
 * in the authors' earlier work that they name in section III.C, four pixels apart, as video encoders have them, and at
 * the right and lower edges; a picture that is smaller in one direction has windows of its size there. Compared is the
 * {@linkplain Grey brightness}, in whole numbers from 0 to 255.
 *
 * <p>1 stands for equal pictures; the index falls with every difference of brightness, contrast or structure, and may
 * be below 0.
 */
public final class Similarity {
    private static final int WINDOW = 8;
    private static final int STEP = 4;
    private static final int SUMS = 5;
    private static final double C1 = (0.01 * 255) * (0.01 * 255);
    private static final double C2 = (0.03 * 255) * (0.03 * 255);

    private final int width;
    private final int windowWidth;
    private final int windowHeight;
    private final byte[] template;
    private final int[] picture;
    private final boolean[] opaque;
    private final boolean masked;

    /**
     * Sums over blocks of {@link #STEP} pixels square, five for each: a window that begins with one consists of four.
     * None where the template has a mask.
     */
    private final int[] blocks;

    private final int blocksAcross;

    private Similarity(Pattern pattern, Frame shown) {
        this.width = pattern.width;
        this.windowWidth = Math.min(WINDOW, pattern.width);
        this.windowHeight = Math.min(WINDOW, pattern.height);
        this.template = pattern.grey;
        this.picture = new int[shown.pixels().length];
        Grey.of(shown.pixels(), picture, 0, picture.length);
        this.masked = pattern.isMasked();
        this.opaque = masked ? opaque(pattern) : new boolean[0];
        this.blocksAcross = pattern.width / STEP;
        this.blocks = masked ? new int[0] : blocks(pattern.height / STEP);
    }

    private int[] blocks(int blocksDown) {
        int[] sums = new int[SUMS * blocksAcross * blocksDown];
        for (int y = 0; y < blocksDown * STEP; y++) {
            int block = SUMS * blocksAcross * (y / STEP);
            int end = y * width + blocksAcross * STEP;
            for (int at = y * width; at < end; at += STEP, block += SUMS) {
                add(at, STEP, sums, block);
            }
        }
        return sums;
    }

    /** Adds so many pixels of a row to the sums of greys, squares and products. */
    private void add(int from, int count, int[] sums, int to) {
        int sumA = 0;
        int sumB = 0;
        int squaresA = 0;
        int squaresB = 0;
        int products = 0;
        for (int at = from; at < from + count; at++) {
            int a = template[at] & 0xff;
            int b = picture[at];
            sumA += a;
            sumB += b;
            squaresA += a * a;
            squaresB += b * b;
            products += a * b;
        }
        sums[to] += sumA;
        sums[to + 1] += sumB;
        sums[to + 2] += squaresA;
        sums[to + 3] += squaresB;
        sums[to + 4] += products;
    }

    /**
     * The similarity of a template and what the screen shows at its place; empty where every window of the template has
     * transparent pixels.
     *
     * @param picture of the template's size
     */
    public static OptionalDouble of(Template template, Frame picture) {
        if (picture.width() != template.width() || picture.height() != template.height()) {
            throw new IllegalArgumentException("picture: " + picture.width() + "x" + picture.height() + " (expected: "
                    + template.width() + "x" + template.height() + ", the size of " + template.name() + ")");
        }
        return new Similarity(template.pattern(), picture).mean(picture.height());
    }

    private static boolean[] opaque(Pattern pattern) {
        boolean[] opaque = new boolean[pattern.width * pattern.height];
        for (int i = 0; i < pattern.spans.length; i += 3) {
            int row = pattern.spans[i] * pattern.width;
            Arrays.fill(opaque, row + pattern.spans[i + 1], row + pattern.spans[i + 2], true);
        }
        return opaque;
    }

    private OptionalDouble mean(int height) {
        int[] columns = starts(width, windowWidth);
        double total = 0;
        int windows = 0;
        for (int y : starts(height, windowHeight)) {
            for (int x : columns) {
                if (!masked || isOpaque(x, y)) {
                    total += index(x, y);
                    windows++;
                }
            }
        }
        return windows == 0 ? OptionalDouble.empty() : OptionalDouble.of(total / windows);
    }

    /** Where windows begin in one direction. */
    private static int[] starts(int length, int window) {
        int last = length - window;
        return IntStream.concat(IntStream.iterate(0, at -> at < last, at -> at + STEP), IntStream.of(last))
                .toArray();
    }

    private boolean isOpaque(int left, int top) {
        for (int y = top; y < top + windowHeight; y++) {
            for (int at = y * width + left; at < y * width + left + windowWidth; at++) {
                if (!opaque[at]) {
                    return false;
                }
            }
        }
        return true;
    }

    private double index(int left, int top) {
        int[] sums = new int[SUMS];
        boolean ofBlocks = !masked && windowWidth == WINDOW && windowHeight == WINDOW && (left | top) % STEP == 0;
        if (ofBlocks) {
            for (int i = 0; i < SUMS; i++) {
                int at = SUMS * (top / STEP * blocksAcross + left / STEP) + i;
                int below = at + SUMS * blocksAcross;
                sums[i] = blocks[at] + blocks[at + SUMS] + blocks[below] + blocks[below + SUMS];
            }
        } else {
            for (int y = top; y < top + windowHeight; y++) {
                add(y * width + left, windowWidth, sums, 0);
            }
        }
        return index(sums, windowWidth * windowHeight);
    }

    private static double index(int[] sums, double count) {
        double a = sums[0] / count;
        double b = sums[1] / count;
        double varianceA = sums[2] / count - a * a;
        double varianceB = sums[3] / count - b * b;
        double covariance = sums[4] / count - a * b;
        return ((2 * a * b + C1) * (2 * covariance + C2)) / ((a * a + b * b + C1) * (varianceA + varianceB + C2));
    }
}
