package io.deskmeter.vision.tracking;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.Rect;
import io.deskmeter.vision.pixel.Grey;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds how far a {@link ScrollPicture} is scrolled in each frame, to a fraction of a row: the rows that a window shows
 * are compared with those of the picture by normalised correlation, and the best offset is refined with a parabola
 * through it and its neighbours. The upper, middle and lower third are compared by themselves: a frame on which they
 * disagree shows two moments.
 *
 * <p>Offsets near the last one are tried first. All are tried where none of these fits, and where one fits so badly
 * that it may be chance and no other third confirms it. Not thread-safe; one tracker belongs to one gesture.
 */
public final class ScrollTracker {
    private static final int BANDS = 3;

    /** Columns that are averaged for a row. */
    private static final int COLUMNS = 32;

    /** So many rows around the last offset are tried first, in pixels of the frame. */
    private static final int NEAR = 300;

    /** What the rows of a window must correlate at least with those of the picture, −1 to 1. */
    private static final double LEAST_CORRELATION = 0.8;

    /**
     * A band that correlates like this is there and nowhere else; parts of the picture that are not the same correlate
     * less.
     */
    private static final double SURE = 0.95;

    /** Bands of one moment are not farther apart, in whole rows. */
    private static final int SAME = 3;

    /** Bands that are farther apart than this are of different moments, in pixels. */
    private static final double TORN = 2;

    private static final int LEAST_ROWS = 32;

    private final Rect window;
    private final double[] rows;
    private final double[] sums;
    private final double[] squares;
    private final double[] shown;
    private double last = Double.NaN;

    /**
     * Where a band is like the picture.
     *
     * @param isInside whether offsets on both sides of it are less alike, or are none of the picture: then it is no
     *     slope whose top is elsewhere
     */
    private record Peak(double offset, double correlation, boolean isInside) {}

    /**
     * How far the picture is scrolled.
     *
     * @param offset of the picture's first row above the window's, in pixels of the frame; with fractions
     * @param torn whether the frame shows two moments at once
     */
    public record Offset(double offset, boolean torn) {}

    /**
     * @param window the part of the frame that shows the picture and nothing else, at least 96 rows high and 32 columns
     *     wide
     * @param scale pixels of the frame for a pixel of the desktop, 0.25 to 4
     */
    public ScrollTracker(Rect window, double scale) {
        if (window.height() < BANDS * LEAST_ROWS || window.width() < COLUMNS || !(scale >= 0.25 && scale <= 4)) {
            throw new IllegalArgumentException("window: " + window + " at scale " + scale + " (expected: at least "
                    + COLUMNS + "x" + BANDS * LEAST_ROWS + " pixels, and a scale of 0.25 to 4)");
        }
        this.window = window;
        this.rows = new ScrollPicture().rows(scale);
        this.sums = new double[rows.length + 1];
        this.squares = new double[rows.length + 1];
        this.shown = new double[window.height()];
        for (int i = 0; i < rows.length; i++) {
            sums[i + 1] = sums[i] + rows[i];
            squares[i + 1] = squares[i] + rows[i] * rows[i];
        }
    }

    /** The offset on a frame; empty if its window does not show the picture. */
    public Optional<Offset> find(Frame frame) {
        read(frame);
        Peak[] bands = Double.isNaN(last) ? new Peak[BANDS] : near((int) Math.round(last));
        for (int band = 0; band < BANDS; band++) {
            if (!isSure(bands, band)) {
                bands[band] = best(band, Integer.MIN_VALUE, Integer.MAX_VALUE);
            }
        }
        return together(bands);
    }

    /**
     * Each band where it is most like the picture, not far from an offset. Bands of one moment have the same offset, so
     * the next ones are tried there first.
     */
    private @Nullable Peak[] near(int around) {
        Peak[] bands = new Peak[BANDS];
        for (int band = 0; band < BANDS; band++) {
            Peak before = band == 0 ? null : bands[band - 1];
            if (before != null) {
                int at = (int) Math.round(before.offset());
                Peak same = best(band, at - SAME, at + SAME);
                bands[band] = same != null && same.isInside() && same.correlation() >= SURE ? same : null;
            }
            if (bands[band] == null) {
                bands[band] = best(band, around - NEAR, around + NEAR);
            }
        }
        return bands;
    }

    /**
     * Among so many offsets one may be much like another by chance: then the picture may be at a better place, far
     * away.
     */
    private static boolean isSure(@Nullable Peak[] bands, int band) {
        Peak peak = bands[band];
        if (peak == null || !peak.isInside()) {
            return false;
        }
        if (peak.correlation() >= SURE) {
            return true;
        }
        for (int other = 0; other < BANDS; other++) {
            Peak beside = bands[other];
            if (other != band && beside != null && Math.abs(beside.offset() - peak.offset()) <= TORN) {
                return true;
            }
        }
        return false;
    }

    private Optional<Offset> together(@Nullable Peak[] bands) {
        int known = 0;
        double sum = 0;
        double least = Double.POSITIVE_INFINITY;
        double most = Double.NEGATIVE_INFINITY;
        for (Peak peak : bands) {
            if (peak != null) {
                known++;
                sum += peak.offset();
                least = Math.min(least, peak.offset());
                most = Math.max(most, peak.offset());
            }
        }
        // The border between two moments may lie within one band, which then is like no part of the picture.
        if (known < BANDS - 1) {
            return Optional.empty();
        }
        last = sum / known;
        return Optional.of(new Offset(last, known < BANDS || most - least > TORN));
    }

    private void read(Frame frame) {
        int left = window.x() + (window.width() - COLUMNS) / 2;
        for (int y = 0; y < shown.length; y++) {
            int at = (window.y() + y) * frame.width() + left;
            int sum = 0;
            for (int x = 0; x < COLUMNS; x++) {
                sum += Grey.of(frame.pixels()[at + x]);
            }
            shown[y] = (double) sum / COLUMNS;
        }
    }

    /** Where a band is most like the picture; null if it is like no part of it. */
    private @Nullable Peak best(int band, int least, int most) {
        int from = band * shown.length / BANDS;
        int to = (band + 1) * shown.length / BANDS;
        int length = to - from;
        int first = Math.max(-from, least);
        int end = Math.min(rows.length - to, most);
        double mean = 0;
        for (int i = from; i < to; i++) {
            mean += shown[i] / length;
        }
        double square = 0;
        for (int i = from; i < to; i++) {
            square += (shown[i] - mean) * (shown[i] - mean);
        }
        if (square < length) {
            return null;
        }
        int best = Integer.MIN_VALUE;
        double highest = LEAST_CORRELATION;
        for (int offset = first; offset <= end; offset++) {
            double correlation = correlation(from, to, offset, mean, square);
            if (correlation > highest) {
                highest = correlation;
                best = offset;
            }
        }
        if (best == Integer.MIN_VALUE) {
            return null;
        }
        if (best == first || best == end) {
            boolean isEnd = best == first ? first == -from : end == rows.length - to;
            return new Peak(best, highest, isEnd);
        }
        double before = correlation(from, to, best - 1, mean, square);
        double after = correlation(from, to, best + 1, mean, square);
        double bend = before - 2 * highest + after;
        return new Peak(bend >= 0 ? best : best + 0.5 * (before - after) / bend, highest, true);
    }

    private double correlation(int from, int to, int offset, double mean, double square) {
        int length = to - from;
        int at = from + offset;
        double sum = sums[at + length] - sums[at];
        double variance = squares[at + length] - squares[at] - sum * sum / length;
        double product = 0;
        for (int i = 0; i < length; i++) {
            product += (shown[from + i] - mean) * rows[at + i];
        }
        return variance <= 0 ? 0 : product / Math.sqrt(square * variance);
    }
}
