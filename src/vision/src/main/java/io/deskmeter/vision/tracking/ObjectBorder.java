package io.deskmeter.vision.tracking;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.Rect;
import io.deskmeter.vision.pixel.Grey;
import java.util.Arrays;

/**
 * Where brightness falls from the white margin of a {@link DragObject} to its black frame. Means over lines along the
 * border give a profile from outside of the object to its inside; the border is where the profile crosses the middle
 * between its brightest and its darkest value, interpolated between pixels.
 *
 * <p>All places are in pixels of the frame, where the middle of the first pixel is 0.5; one is {@link Double#NaN} where
 * there is no such border. Not thread-safe.
 */
final class ObjectBorder {
    /** Least difference of brightness between margin and frame, in greys: a quarter of the painted one. */
    private static final double LEAST_CONTRAST = 64;

    /**
     * What is seen of margin and frame on both sides of the farthest place at which a border is looked for, in pixels.
     */
    private static final int BESIDE = 12;

    private static final int RED_AND_BLUE = 0xff00ff;
    private static final int CHANNEL = 0xff;

    private final Rect stage;
    private final double[] profile;

    /**
     * Sums of two channels in one number: red above the lower 16 bits, which hold blue. There are less than 257 lines.
     */
    private final int[] redBlue;

    private final int[] green;

    /** @param stage nothing outside of it is read */
    ObjectBorder(Rect stage) {
        this.stage = stage;
        int longest = Math.max(stage.width(), stage.height());
        this.profile = new double[longest];
        this.redBlue = new int[longest];
        this.green = new int[longest];
    }

    /**
     * The left border of an object.
     *
     * @param about where it is expected
     * @param fromY first line that is read
     * @param toY end of the lines, less than 257 behind
     * @param reach how far it may be from there
     */
    double left(Frame frame, double about, double fromY, double toY, double reach) {
        int first = first(about, reach, stage.x());
        int end = end(about, reach, stage.right());
        return columns(frame, first, end, fromY, toY) ? first + crossing(end - first) : Double.NaN;
    }

    /** The right border, as {@link #left}. */
    double right(Frame frame, double about, double fromY, double toY, double reach) {
        int first = first(about, reach, stage.x());
        int end = end(about, reach, stage.right());
        return columns(frame, first, end, fromY, toY) ? end - mirrored(end - first) : Double.NaN;
    }

    /** The upper border, as {@link #left}. */
    double top(Frame frame, double about, double fromX, double toX, double reach) {
        int first = first(about, reach, stage.y());
        int end = end(about, reach, stage.bottom());
        return rows(frame, first, end, fromX, toX) ? first + crossing(end - first) : Double.NaN;
    }

    /** The lower border, as {@link #left}. */
    double bottom(Frame frame, double about, double fromX, double toX, double reach) {
        int first = first(about, reach, stage.y());
        int end = end(about, reach, stage.bottom());
        return rows(frame, first, end, fromX, toX) ? end - mirrored(end - first) : Double.NaN;
    }

    private static int first(double about, double reach, int least) {
        return (int) Math.max(least, about - reach - BESIDE);
    }

    private static int end(double about, double reach, int most) {
        return (int) Math.min(most, about + reach + BESIDE + 1);
    }

    /** Means over lines for each column; false if there is nothing to read. */
    private boolean columns(Frame frame, int first, int end, double fromY, double toY) {
        int firstLine = (int) Math.max(stage.y(), Math.round(fromY));
        int endLine = (int) Math.min(stage.bottom(), Math.round(toY));
        int count = end - first;
        if (count <= 0 || endLine <= firstLine) {
            return false;
        }
        Arrays.fill(redBlue, 0, count, 0);
        Arrays.fill(green, 0, count, 0);
        for (int y = firstLine; y < endLine; y++) {
            add(frame.pixels(), y * frame.width() + first, count);
        }
        for (int x = 0; x < count; x++) {
            profile[x] = Grey.ofSums(redBlue[x] >>> 16, green[x], redBlue[x] & 0xffff) / (endLine - firstLine);
        }
        return true;
    }

    private void add(int[] pixels, int at, int count) {
        for (int x = 0; x < count; x++) {
            int pixel = pixels[at + x];
            redBlue[x] += pixel & RED_AND_BLUE;
            green[x] += pixel >> 8 & CHANNEL;
        }
    }

    /** Means over columns for each line; false if there is nothing to read. */
    private boolean rows(Frame frame, int first, int end, double fromX, double toX) {
        int firstColumn = (int) Math.max(stage.x(), Math.round(fromX));
        int endColumn = (int) Math.min(stage.right(), Math.round(toX));
        if (end <= first || endColumn <= firstColumn) {
            return false;
        }
        for (int y = first; y < end; y++) {
            int at = y * frame.width();
            profile[y - first] =
                    Grey.ofSums(frame.pixels(), at + firstColumn, at + endColumn) / (endColumn - firstColumn);
        }
        return true;
    }

    /** From the profile's other end. */
    private double mirrored(int length) {
        for (int i = 0; i < length / 2; i++) {
            double other = profile[length - 1 - i];
            profile[length - 1 - i] = profile[i];
            profile[i] = other;
        }
        return crossing(length);
    }

    /** The first place at which the profile falls from white to black. */
    private double crossing(int length) {
        double bright = profile[0];
        double dark = profile[0];
        for (int i = 1; i < length; i++) {
            bright = Math.max(bright, profile[i]);
            dark = Math.min(dark, profile[i]);
        }
        if (bright - dark < LEAST_CONTRAST) {
            return Double.NaN;
        }
        double middle = (bright + dark) / 2;
        boolean white = false;
        for (int i = 0; i < length - 1; i++) {
            white |= profile[i] > (bright + middle) / 2;
            if (white && profile[i] >= middle && profile[i + 1] < middle) {
                // A pixel's own place is its middle.
                return i + 0.5 + (profile[i] - middle) / (profile[i] - profile[i + 1]);
            }
        }
        return Double.NaN;
    }
}
