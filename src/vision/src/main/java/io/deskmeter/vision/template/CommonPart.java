package io.deskmeter.vision.template;

import io.deskmeter.screen.Rect;
import io.deskmeter.vision.filter.ImageCorrelator;
import io.deskmeter.vision.pixel.OpaqueRuns;
import io.deskmeter.vision.pixel.Pattern;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Where two pictures look alike in what they have in common, however each was cut out of a screen: one inside the
 * other, or each of them reaching beyond the other.
 *
 * <p>All offsets are tried with one correlation by OpenCV, whose sums of squares come from summed-area tables. Its cost
 * is bounded: pictures that are together larger than {@value #MOST} pixels are first reduced to the means of squares,
 * and only around the best {@value #CANDIDATES} offsets of these are the pixels themselves compared. Two pictures of
 * 300×200 and 1000×640 pixels take some tens of milliseconds.
 */
final class CommonPart {
    /** Of the area of the smaller picture; with less in common, the two are not of the same thing. */
    private static final double LEAST_SHARE = 0.5;

    /** Of the area that all offsets cover. */
    private static final int MOST = 300_000;

    private static final int CANDIDATES = 8;

    /** So alike at least where squares of pixels have become one, which need not lie over each other. */
    private static final double COARSE_SCORE = 0.4;

    private final Pattern one;
    private final Pattern other;
    private final int least;
    private long coarseOffsets;
    private long pixels;

    CommonPart(Pattern one, Pattern other) {
        this.one = one;
        this.other = other;
        this.least = (int) Math.ceil(LEAST_SHARE * Math.min(one.width * one.height, other.width * other.height));
    }

    /**
     * How alike the two are at an offset.
     *
     * @param left of the other picture, in the one
     * @param top of the other picture, in the one
     * @param score the correlation of the greys of the common part
     */
    record Offset(int left, int top, double score) {
        /** The common part, in the one picture. */
        Rect in(Pattern one, Pattern other) {
            return new Rect(0, 0, one.width, one.height).intersection(new Rect(left, top, other.width, other.height));
        }
    }

    /**
     * The offsets at which the pictures are more alike than around them, the best first, at most {@value #CANDIDATES}.
     */
    static List<Offset> of(Pattern one, Pattern other, double leastScore) {
        return new CommonPart(one, other).offsets(leastScore);
    }

    /** The same; once. */
    List<Offset> offsets(double leastScore) {
        int step = 1;
        while (area() > (long) MOST * step * step) {
            step++;
        }
        List<Offset> found = new ArrayList<>();
        for (Offset coarse : coarse(step)) {
            Offset exact = exact(coarse, step);
            boolean known = found.stream().anyMatch(that -> that.left() == exact.left() && that.top() == exact.top());
            if (exact.score() >= leastScore && !known) {
                found.add(exact);
            }
        }
        found.sort(Comparator.comparingDouble(Offset::score).reversed());
        return found;
    }

    /** How many offsets of squares of pixels, or of pixels, have been tried with the correlation. */
    long coarseOffsets() {
        return coarseOffsets;
    }

    /** How many pairs of pixels have been compared one by one. */
    long pixels() {
        return pixels;
    }

    /** Of one picture with as much around it as the other one may reach beyond it. */
    private long area() {
        int across = one.width + 2 * beyond(one.height, other.height, other.width);
        int down = one.height + 2 * beyond(one.width, other.width, other.height);
        return (long) across * down;
    }

    /** By how much the other picture may reach beyond the one, if their extents along the other axis are these. */
    private int beyond(int extent, int otherExtent, int size) {
        return Math.max(0, size - least / Math.min(extent, otherExtent));
    }

    private List<Offset> coarse(int step) {
        Greys a = Greys.of(one, step);
        Greys b = Greys.of(other, step);
        int across = beyond(one.height, other.height, other.width) / step;
        int down = beyond(one.width, other.width, other.height) / step;
        int columns = a.width + 2 * across - b.width + 1;
        int rows = a.height + 2 * down - b.height + 1;
        if (columns <= 0 || rows <= 0) {
            return List.of();
        }
        float[] products = ImageCorrelator.products(a.padded(across, down), a.width + 2 * across, b.values, b.width);
        coarseOffsets = (long) columns * rows;
        double[] scores = new double[columns * rows];
        for (int y = 0; y < rows; y++) {
            for (int x = 0; x < columns; x++) {
                scores[y * columns + x] =
                        score(a, b, x - across, y - down, products[y * columns + x], least / (step * step));
            }
        }
        List<Offset> peaks = new ArrayList<>();
        for (int y = 0; y < rows; y++) {
            for (int x = 0; x < columns; x++) {
                double score = scores[y * columns + x];
                if (score >= COARSE_SCORE && isPeak(scores, columns, rows, x, y)) {
                    peaks.add(new Offset((x - across) * step, (y - down) * step, score));
                }
            }
        }
        peaks.sort(Comparator.comparingDouble(Offset::score).reversed());
        return peaks.subList(0, Math.min(CANDIDATES, peaks.size()));
    }

    private static boolean isPeak(double[] scores, int columns, int rows, int x, int y) {
        double score = scores[y * columns + x];
        for (int v = Math.max(0, y - 1); v <= Math.min(rows - 1, y + 1); v++) {
            for (int u = Math.max(0, x - 1); u <= Math.min(columns - 1, x + 1); u++) {
                int at = v * columns + u;
                // Of equal neighbours the first one counts.
                if (scores[at] > score || (scores[at] == score && at < y * columns + x)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static double score(Greys a, Greys b, int left, int top, double product, int least) {
        Rect common = new Rect(0, 0, a.width, a.height).intersection(new Rect(left, top, b.width, b.height));
        double n = (double) common.width() * common.height();
        if (n < least || n == 0) {
            return Pattern.NO_MATCH;
        }
        double sum = a.sum(common);
        Rect its = new Rect(common.x() - left, common.y() - top, common.width(), common.height());
        double itsSum = b.sum(its);
        return score(
                n, product - sum * itsSum / n, a.square(common) - sum * sum / n, b.square(its) - itsSum * itsSum / n);
    }

    private static double score(double n, double covariance, double energy, double itsEnergy) {
        double contrast = Pattern.CONTRAST * Pattern.CONTRAST;
        double plain = n * Template.LEAST_CONTRAST * Template.LEAST_CONTRAST;
        return energy < plain || itsEnergy < plain || energy > contrast * itsEnergy || itsEnergy > contrast * energy
                ? Pattern.NO_MATCH
                : covariance / Math.sqrt(energy * itsEnergy);
    }

    /** The best of the offsets that a coarse one stands for. */
    private Offset exact(Offset coarse, int step) {
        int reach = step == 1 ? 0 : step;
        Offset best = new Offset(coarse.left(), coarse.top(), Pattern.NO_MATCH);
        for (int top = coarse.top() - reach; top <= coarse.top() + reach; top++) {
            for (int left = coarse.left() - reach; left <= coarse.left() + reach; left++) {
                double score = score(left, top);
                if (score > best.score()) {
                    best = new Offset(left, top, score);
                }
            }
        }
        return best;
    }

    /** Over the pixels that count in both. */
    private double score(int left, int top) {
        Rect common = new Offset(left, top, 0).in(one, other);
        if (common.width() * common.height() < least) {
            return Pattern.NO_MATCH;
        }
        pixels += (long) common.width() * common.height();
        long n = 0;
        long sum = 0;
        long square = 0;
        long itsSum = 0;
        long itsSquare = 0;
        long product = 0;
        for (int y = common.y(); y < common.bottom(); y++) {
            int at = y * one.width;
            int its = (y - top) * other.width - left;
            for (int x = common.x(); x < common.right(); x++) {
                if (OpaqueRuns.isOpaque(one.rgb[at + x]) && OpaqueRuns.isOpaque(other.rgb[its + x])) {
                    long grey = one.grey[at + x] & 0xff;
                    long itsGrey = other.grey[its + x] & 0xff;
                    n++;
                    sum += grey;
                    square += grey * grey;
                    itsSum += itsGrey;
                    itsSquare += itsGrey * itsGrey;
                    product += grey * itsGrey;
                }
            }
        }
        double count = n;
        return n == 0
                ? Pattern.NO_MATCH
                : score(
                        count,
                        product - sum * (itsSum / count),
                        square - sum * (sum / count),
                        itsSquare - itsSum * (itsSum / count));
    }

    /** The means of squares of pixels, around a mean near zero, and their sums. What does not count is as the mean. */
    private static final class Greys {
        private final int width;
        private final int height;
        private final float[] values;
        private final double[] sums;
        private final double[] squares;

        private Greys(int width, int height, float[] values) {
            this.width = width;
            this.height = height;
            this.values = values;
            this.sums = new double[(width + 1) * (height + 1)];
            this.squares = new double[(width + 1) * (height + 1)];
            for (int y = 0; y < height; y++) {
                double sum = 0;
                double square = 0;
                for (int x = 0; x < width; x++) {
                    double value = values[y * width + x];
                    sum += value;
                    square += value * value;
                    int at = (y + 1) * (width + 1) + x + 1;
                    sums[at] = sums[at - width - 1] + sum;
                    squares[at] = squares[at - width - 1] + square;
                }
            }
        }

        static Greys of(Pattern pattern, int step) {
            int width = Math.max(1, pattern.width / step);
            int height = Math.max(1, pattern.height / step);
            float[] values = new float[width * height];
            for (int y = 0; y < height; y++) {
                for (int x = 0; x < width; x++) {
                    values[y * width + x] = (float) mean(pattern, x * step, y * step, step);
                }
            }
            return new Greys(width, height, values);
        }

        private static double mean(Pattern pattern, int left, int top, int step) {
            double sum = 0;
            int n = 0;
            for (int y = top; y < Math.min(pattern.height, top + step); y++) {
                for (int x = left; x < Math.min(pattern.width, left + step); x++) {
                    int at = y * pattern.width + x;
                    if (OpaqueRuns.isOpaque(pattern.rgb[at])) {
                        sum += (pattern.grey[at] & 0xff) - pattern.mean();
                        n++;
                    }
                }
            }
            return n == 0 ? 0 : sum / n;
        }

        float[] padded(int across, int down) {
            int wide = width + 2 * across;
            float[] padded = new float[wide * (height + 2 * down)];
            for (int y = 0; y < height; y++) {
                System.arraycopy(values, y * width, padded, (y + down) * wide + across, width);
            }
            return padded;
        }

        double sum(Rect part) {
            return of(sums, part);
        }

        double square(Rect part) {
            return of(squares, part);
        }

        private double of(double[] table, Rect part) {
            int wide = width + 1;
            return table[part.bottom() * wide + part.right()]
                    - table[part.y() * wide + part.right()]
                    - table[part.bottom() * wide + part.x()]
                    + table[part.y() * wide + part.x()];
        }
    }
}
