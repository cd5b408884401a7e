package io.deskmeter.vision;

import io.deskmeter.screen.Frame;
import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * How alike two pictures look to a person: the structural similarity index (SSIM) of Z. Wang, A. C. Bovik, H. R. Sheikh and E. P. Simoncelli, "Image Quality
 * Assessment: From Error Visibility to Structural Similarity", IEEE Transactions on Image Processing 13 (2004) 600–612: the mean (equation 17
 * there) of the index (equation 13) over all windows, with the constants of section III.C (K₁ = 0.01, K₂ = 0.03, L = 255). Windows are squares of 8×8 pixels of equal weight at every position, as in the
 * authors' earlier work that they name in section III.C, because their sums can be carried from window to window; a picture that is smaller in one direction
 * has windows of its size there. Compared is the {@linkplain Grey brightness}, in whole numbers from 0 to 255.
 *
 * <p>1 stands for equal pictures; the index falls with every difference of brightness, contrast or structure, and may be below 0.
 */
public final class Similarity {
    /** Side of a window in pixels. */
    static final int WINDOW = 8;

    private static final int SUMS = 5;
    private static final double C1 = (0.01 * 255) * (0.01 * 255);
    private static final double C2 = (0.03 * 255) * (0.03 * 255);

    private final int width;
    private final int windowWidth;
    private final int windowHeight;

    /** Over the rows of a window, one number for each column: of the template's greys, of the picture's, their squares and products. */
    private final int[] columns;

    /** Pixels of the column in a window that are transparent. */
    private final int[] transparent;

    private double total;
    private int windows;

    private Similarity(int width, int height) {
        this.width = width;
        this.windowWidth = Math.min(WINDOW, width);
        this.windowHeight = Math.min(WINDOW, height);
        this.columns = new int[SUMS * width];
        this.transparent = new int[width];
    }

    /**
     * The similarity of a template and what the screen shows at its place; empty where every window of the template has transparent pixels.
     *
     * @param picture of the template's size
     */
    public static OptionalDouble of(Template template, Frame picture) {
        if (picture.width() != template.width() || picture.height() != template.height()) {
            throw new IllegalArgumentException("picture: " + picture.width() + "x" + picture.height() + " (expected: "
                    + template.width() + "x" + template.height() + ", the size of " + template.name() + ")");
        }
        return new Similarity(picture.width(), picture.height()).of(template.pattern(), picture);
    }

    private OptionalDouble of(Pattern pattern, Frame picture) {
        boolean[] opaque = opaque(pattern);
        for (int y = 0; y < pattern.height; y++) {
            addRow(pattern, picture, opaque, y, 1);
            if (y >= windowHeight) {
                addRow(pattern, picture, opaque, y - windowHeight, -1);
            }
            if (y >= windowHeight - 1) {
                windowsOfRow();
            }
        }
        return windows == 0 ? OptionalDouble.empty() : OptionalDouble.of(total / windows);
    }

    private static boolean[] opaque(Pattern pattern) {
        boolean[] opaque = new boolean[pattern.width * pattern.height];
        for (int i = 0; i < pattern.spans.length; i += 3) {
            int row = pattern.spans[i] * pattern.width;
            Arrays.fill(opaque, row + pattern.spans[i + 1], row + pattern.spans[i + 2], true);
        }
        return opaque;
    }

    /** Adds a row to the columns' sums, or takes it out again. */
    private void addRow(Pattern pattern, Frame picture, boolean[] opaque, int y, int sign) {
        int[] pixels = picture.pixels();
        for (int x = 0; x < width; x++) {
            int at = y * width + x;
            if (!opaque[at]) {
                transparent[x] += sign;
                continue;
            }
            int a = pattern.grey[at] & 0xff;
            int b = Grey.of(pixels[at]);
            int column = SUMS * x;
            columns[column] += sign * a;
            columns[column + 1] += sign * b;
            columns[column + 2] += sign * a * a;
            columns[column + 3] += sign * b * b;
            columns[column + 4] += sign * a * b;
        }
    }

    private void windowsOfRow() {
        int[] sums = new int[SUMS];
        int holes = 0;
        for (int x = 0; x < width; x++) {
            holes += transparent[x] - (x >= windowWidth ? transparent[x - windowWidth] : 0);
            for (int i = 0; i < SUMS; i++) {
                sums[i] += columns[SUMS * x + i] - (x >= windowWidth ? columns[SUMS * (x - windowWidth) + i] : 0);
            }
            if (x >= windowWidth - 1 && holes == 0) {
                total += index(sums, (double) windowWidth * windowHeight);
                windows++;
            }
        }
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
