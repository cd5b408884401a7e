package io.deskmeter.vision.pixel;

import io.deskmeter.screen.Rect;
import java.awt.image.BufferedImage;

/**
 * The pixels of a template that count, and exact computations of how they match at a place of a picture. All sums are
 * integers, so a score does not depend on how the place was found.
 */
public final class Pattern {
    /** After this many further pixels, it is checked again whether a place can still match. */
    private static final int FEW = 32;

    /** Returned for a place that does not match. */
    public static final double NO_MATCH = -1;

    /**
     * The contrast of a match lies between half and twice the template's. Correlation ignores contrast: a faint copy of
     * the pattern, such as noise on an even background or the first frame of a fade, would count as a match.
     */
    public static final double CONTRAST = 2;

    /**
     * The largest mean absolute difference of a match, of 255, in its colour channels and in its grey. Measured on 60
     * drawn landmarks: 16-bit colours differ by 1 to 4, JPEG of quality 0.75 by 5 to 11, of 0.1 by 11 to 19, a gamma of
     * 1.2 by 9 to 14; the same shapes with two channels swapped by 17 to 104, mostly above 30, dimmed to 60 % or half
     * faded to white by 35 and more.
     */
    public static final double DIFFERENCE_BOUND = 24;

    public final int width;
    public final int height;
    public final int[] rgb;
    public final byte[] grey;
    /** Runs of pixels that count: row, first column, column after the last; the most selective come first. */
    public final int[] spans;

    /**
     * The energy of all pixels up to a span, about their own mean; 0 if it is not checked there whether a place can
     * still match.
     */
    private final double[] energiesSoFar;

    private final int[] countsSoFar;
    private final long[] sumsSoFar;

    public final int count;
    final long sum;
    /** The sum of the squared deviations from the mean grey. */
    public final double energy;

    public Pattern(int width, int height, int[] argb) {
        this.width = width;
        this.height = height;
        rgb = argb.clone();
        grey = new byte[rgb.length];
        spans = OpaqueRuns.of(argb, width, height);
        int n = 0;
        long s = 0;
        long squares = 0;
        for (int i = 0; i < spans.length; i += 3) {
            for (int x = spans[i + 1]; x < spans[i + 2]; x++) {
                int at = spans[i] * width + x;
                int g = Grey.of(rgb[at]);
                grey[at] = (byte) g;
                n++;
                s += g;
                squares += (long) g * g;
            }
        }
        count = n;
        sum = s;
        energy = n == 0 ? 0 : squares - (double) s * s / n;
        OpaqueRuns.sort(
                spans,
                at -> {
                    double deviation = (grey[at] & 0xff) - mean();
                    return deviation * deviation;
                },
                width);
        energiesSoFar = new double[spans.length / 3];
        countsSoFar = new int[spans.length / 3];
        sumsSoFar = new long[spans.length / 3];
        sumUp();
    }

    private void sumUp() {
        long s = 0;
        long squares = 0;
        int n = 0;
        int looked = 0;
        for (int i = 0; i < spans.length; i += 3) {
            for (int x = spans[i + 1]; x < spans[i + 2]; x++) {
                int g = grey[spans[i] * width + x] & 0xff;
                s += g;
                squares += (long) g * g;
                n++;
            }
            if (n - looked >= FEW) {
                energiesSoFar[i / 3] = squares - (double) s * s / n;
                looked = n;
            }
            countsSoFar[i / 3] = n;
            sumsSoFar[i / 3] = s;
        }
    }

    /** The same with a part that does not count. */
    public Pattern without(Rect part) {
        int[] rest = rgb.clone();
        for (int y = part.y(); y < part.bottom(); y++) {
            for (int x = part.x(); x < part.right(); x++) {
                rest[y * width + x] &= 0xffffff;
            }
        }
        return new Pattern(width, height, rest);
    }

    public BufferedImage image() {
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_ARGB);
        image.setRGB(0, 0, width, height, rgb, 0, width);
        return image;
    }

    public boolean isMasked() {
        return count < width * height;
    }

    /** Standard deviation of the grey. */
    public double contrast() {
        return Math.sqrt(energy / count);
    }

    public double mean() {
        return (double) sum / count;
    }

    /**
     * The positions of the template's top left corner at which it lies wholly in the picture; empty if there are none.
     */
    public Rect positions(ScreenSums picture) {
        return new Rect(0, 0, Math.max(0, picture.width - width + 1), Math.max(0, picture.height - height + 1));
    }

    /**
     * The normalised correlation of the greys, −1 to 1. It is r if the least squares of a·I + b − T over all pixels are
     * (1 − r²) times the pattern's energy. Over a part of the pixels they are not larger, so a place is rejected as
     * soon as those of a part are too large.
     *
     * @param contrastRatio the largest ratio of the contrasts, either way, for which the correlation is computed; else
     *     it is −1
     * @param least a smaller correlation may be returned as −1; 0 for exact ones
     */
    public double correlation(ScreenSums picture, int x, int y, double contrastRatio, double least) {
        double most = (1 - least * least) * energy * (1 + 1e-9);
        long s = 0;
        long squares = 0;
        long products = 0;
        int[] seen = picture.rgb();
        for (int i = 0; i < spans.length; i += 3) {
            int at = spans[i] * width + spans[i + 1];
            int end = spans[i] * width + spans[i + 2];
            int shift = (y + spans[i]) * picture.width + x + spans[i + 1] - at;
            int rowSum = 0;
            int rowSquares = 0;
            int rowProducts = 0;
            for (; at < end; at++) {
                int a = Grey.of(seen[at + shift]);
                rowSum += a;
                rowSquares += a * a;
                rowProducts += a * (grey[at] & 0xff);
            }
            s += rowSum;
            squares += rowSquares;
            products += rowProducts;
            if (energiesSoFar[i / 3] > most && leastSquares(i / 3, s, squares, products) > most) {
                return NO_MATCH;
            }
        }
        double seenEnergy = squares - (double) s * s / count;
        double ratio = contrastRatio * contrastRatio;
        if (seenEnergy <= 0 || seenEnergy * ratio < energy || seenEnergy > energy * ratio) {
            return NO_MATCH;
        }
        double covariance = products - (double) s * sum / count;
        return Math.max(-1, Math.min(1, covariance / Math.sqrt(seenEnergy * energy)));
    }

    private double leastSquares(int span, long s, long squares, long products) {
        double n = countsSoFar[span];
        double seen = squares - s * (s / n);
        double covariance = products - s * (sumsSoFar[span] / n);
        return energiesSoFar[span] - (seen <= 0 ? 0 : covariance * covariance / seen);
    }

    /** Whether the colours and the greys at a place are close enough to the template's. */
    public boolean isAlike(ScreenSums picture, int x, int y) {
        int[] seen = picture.rgb();
        long colours = 0;
        long greys = 0;
        for (int i = 0; i < spans.length; i += 3) {
            int at = spans[i] * width + spans[i + 1];
            int end = spans[i] * width + spans[i + 2];
            int shift = (y + spans[i]) * picture.width + x + spans[i + 1] - at;
            for (; at < end; at++) {
                int pixel = seen[at + shift];
                colours += Grey.colourDifference(pixel, rgb[at]);
                greys += Math.abs(Grey.of(pixel) - (grey[at] & 0xff));
            }
        }
        return colours <= DIFFERENCE_BOUND * 3 * count && greys <= DIFFERENCE_BOUND * count;
    }

    /** The mean absolute difference of a channel at a place, 0 to 255. */
    public double colourDifference(ScreenSums picture, Rect place) {
        long colours = 0;
        int[] seen = picture.rgb();
        for (int i = 0; i < spans.length; i += 3) {
            int at = spans[i] * width + spans[i + 1];
            int end = spans[i] * width + spans[i + 2];
            int shift = (place.y() + spans[i]) * picture.width + place.x() + spans[i + 1] - at;
            for (; at < end; at++) {
                colours += Grey.colourDifference(seen[at + shift], rgb[at]);
            }
        }
        return colours / (3.0 * count);
    }
}
