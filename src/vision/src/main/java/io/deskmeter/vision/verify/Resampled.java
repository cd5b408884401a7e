package io.deskmeter.vision.verify;

import io.deskmeter.vision.pixel.Grey;
import io.deskmeter.vision.pixel.OpaqueRuns;
import io.deskmeter.vision.pixel.Pattern;
import io.deskmeter.vision.pixel.ScreenSums;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A pattern as a program draws it that places or scales the picture by parts of a pixel, as word processors do with
 * pictures of a document: each edge is a mix of both its sides. The mix is the same all along the picture, or grows
 * evenly from one side to the other; a detail that differs is not so.
 */
public final class Resampled {
    /** In pixels: farther, and the picture is at another place. */
    private static final double MOST_SHIFT = 0.6;

    /** Of the squared differences, what the shift leaves unexplained. */
    private static final double UNEXPLAINED = 0.15;

    /** Of the squared differences, what slopes of the grey explain at least, where a shift is the cause. */
    private static final double AT_A_GLANCE = 0.2;

    /** Shift across, its growth, shift down, its growth. */
    private static final int TERMS = 4;

    private final Pattern pattern;
    private final ScreenSums picture;
    private final int left;
    private final int top;

    private Resampled(Pattern pattern, ScreenSums picture, int left, int top) {
        this.pattern = pattern;
        this.picture = picture;
        this.left = left;
        this.top = top;
    }

    /**
     * The pattern with the shift that explains what a place shows, without its outermost pixels, of which nobody knows
     * with what they are mixed; empty if no shift explains most of the difference.
     */
    public static Optional<Pattern> fit(Pattern pattern, ScreenSums picture, int left, int top) {
        return new Resampled(pattern, picture, left, top).fit();
    }

    /**
     * A shift, in shares of the neighbour on a side that is mixed in.
     *
     * @param across 1 if pixels are mixed with those right of them, −1 for those left
     * @param down 1 for those below, −1 for those above
     * @param u share across, in the middle
     * @param uGrowth from the middle to the right border
     * @param v share down, in the middle
     * @param vGrowth from the middle to the lower border
     * @param unexplained sum of the squared differences that are left
     */
    private record Fit(int across, int down, double u, double uGrowth, double v, double vGrowth, double unexplained) {}

    /**
     * Most places that differ are not shifted: that is seen at a glance, from how the differences go with the slopes of
     * the grey.
     */
    private Optional<Pattern> fit() {
        double all = 0;
        double[] along = new double[2];
        double[] slopes = new double[2];
        for (int y = 0; y < pattern.height; y++) {
            for (int x = 0; x < pattern.width; x++) {
                if (!counts(x, y)) {
                    continue;
                }
                double difference = difference(x, y);
                all += difference * difference;
                if (!isBorder(x, y)) {
                    double gx = (grey(x + 1, y) - grey(x - 1, y)) / 2.0;
                    double gy = (grey(x, y + 1) - grey(x, y - 1)) / 2.0;
                    along[0] += difference * gx;
                    along[1] += difference * gy;
                    slopes[0] += gx * gx;
                    slopes[1] += gy * gy;
                }
            }
        }
        double explained = along[0] * along[0] / (slopes[0] + 1) + along[1] * along[1] / (slopes[1] + 1);
        // Without a difference of the grey there is no shift: what differs is the colour, also of the outermost pixels.
        if (all == 0 || explained < AT_A_GLANCE * all) {
            return Optional.empty();
        }
        Fit fit = fit(along[0] < 0 ? -1 : 1, along[1] < 0 ? -1 : 1);
        return fit == null || fit.unexplained() > UNEXPLAINED * all ? Optional.empty() : Optional.of(mixed(fit));
    }

    /**
     * The least squares, with neighbours on these sides; null if there are none, or the shift is too large.
     *
     * @param across 1 if pixels are mixed with those right of them, −1 for those left
     * @param down 1 for those below, −1 for those above
     */
    private @Nullable Fit fit(int across, int down) {
        double[][] normal = new double[TERMS][TERMS + 1];
        double[] term = new double[TERMS];
        double squares = 0;
        double atBorder = 0;
        for (int y = 0; y < pattern.height; y++) {
            for (int x = 0; x < pattern.width; x++) {
                if (!counts(x, y)) {
                    continue;
                }
                double difference = difference(x, y);
                if (isBorder(x, y)) {
                    atBorder += square(difference);
                    continue;
                }
                double gx = grey(x + across, y) - grey(x, y);
                double gy = grey(x, y + down) - grey(x, y);
                if (difference == 0 && gx == 0 && gy == 0) {
                    continue;
                }
                terms(x, y, gx, gy, term);
                squares += square(difference);
                for (int i = 0; i < TERMS; i++) {
                    for (int j = 0; j < TERMS; j++) {
                        normal[i][j] += term[i] * term[j];
                    }
                    normal[i][TERMS] += term[i] * difference;
                }
            }
        }
        double[] right = new double[TERMS];
        for (int i = 0; i < TERMS; i++) {
            right[i] = normal[i][TERMS];
        }
        double[] solved = solve(normal);
        if (solved == null || !isSmall(solved[0], solved[1]) || !isSmall(solved[2], solved[3])) {
            return null;
        }
        double explained = 0;
        for (int i = 0; i < TERMS; i++) {
            explained += solved[i] * right[i];
        }
        return new Fit(across, down, solved[0], solved[1], solved[2], solved[3], squares - explained + atBorder);
    }

    /** Of a pixel: how the grey changes with each unknown. */
    private void terms(int x, int y, double gx, double gy, double[] term) {
        term[0] = gx;
        term[1] = gx * (2.0 * x / pattern.width - 1);
        term[2] = gy;
        term[3] = gy * (2.0 * y / pattern.height - 1);
    }

    /** Whether the shift is one to that side, of less than a pixel, from one border to the other. */
    private static boolean isSmall(double shift, double growth) {
        double reach = Math.abs(growth);
        return shift - reach > -0.1 && shift + reach < MOST_SHIFT;
    }

    /** Gaussian elimination with pivots; null for a picture without edges in one of the directions. */
    private static double @Nullable [] solve(double[][] rows) {
        for (int i = 0; i < TERMS; i++) {
            int pivot = i;
            for (int j = i + 1; j < TERMS; j++) {
                pivot = Math.abs(rows[j][i]) > Math.abs(rows[pivot][i]) ? j : pivot;
            }
            double[] swapped = rows[i];
            rows[i] = rows[pivot];
            rows[pivot] = swapped;
            if (Math.abs(rows[i][i]) < 1) {
                return null;
            }
            for (int j = i + 1; j < TERMS; j++) {
                double factor = rows[j][i] / rows[i][i];
                for (int k = i; k <= TERMS; k++) {
                    rows[j][k] -= factor * rows[i][k];
                }
            }
        }
        double[] solved = new double[TERMS];
        for (int i = TERMS - 1; i >= 0; i--) {
            double sum = rows[i][TERMS];
            for (int k = i + 1; k < TERMS; k++) {
                sum -= rows[i][k] * solved[k];
            }
            solved[i] = sum / rows[i][i];
        }
        return solved;
    }

    private Pattern mixed(Fit fit) {
        int[] rgb = new int[pattern.rgb.length];
        for (int y = 1; y < pattern.height - 1; y++) {
            for (int x = 1; x < pattern.width - 1; x++) {
                if (!counts(x, y)) {
                    continue;
                }
                double u = fit.u() + fit.uGrowth() * (2.0 * x / pattern.width - 1);
                double v = fit.v() + fit.vGrowth() * (2.0 * y / pattern.height - 1);
                int at = y * pattern.width + x;
                int beside = pattern.rgb[at + fit.across()];
                int over = pattern.rgb[at + fit.down() * pattern.width];
                int both = pattern.rgb[at + fit.across() + fit.down() * pattern.width];
                int argb = 0xff;
                for (int shift = 16; shift >= 0; shift -= 8) {
                    double mixed = (1 - u) * (1 - v) * (pattern.rgb[at] >> shift & 0xff)
                            + u * (1 - v) * (beside >> shift & 0xff)
                            + (1 - u) * v * (over >> shift & 0xff)
                            + u * v * (both >> shift & 0xff);
                    argb = argb << 8 | (int) Math.max(0, Math.min(255, Math.round(mixed)));
                }
                rgb[at] = argb;
            }
        }
        return new Pattern(pattern.width, pattern.height, rgb);
    }

    private boolean isBorder(int x, int y) {
        return x == 0 || y == 0 || x == pattern.width - 1 || y == pattern.height - 1;
    }

    private boolean counts(int x, int y) {
        return OpaqueRuns.isOpaque(pattern.rgb[y * pattern.width + x]);
    }

    private int grey(int x, int y) {
        return pattern.grey[y * pattern.width + x] & 0xff;
    }

    private double difference(int x, int y) {
        return Grey.of(picture.rgb()[(top + y) * picture.width + left + x]) - grey(x, y);
    }

    private static double square(double value) {
        return value * value;
    }
}
