package io.deskmeter.vision;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.Rect;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds a {@link DragObject} in each frame of a drag, to a fraction of a pixel. Around the last place, means of brightness over many lines show the
 * borders between the object's margin and its frame; each border is where the brightness crosses the middle between the two, interpolated between
 * pixels. The centre between opposite borders does not move when a codec blurs them.
 *
 * <p>Where the object is not near its last place, the whole stage is searched on a coarse grid. Not thread-safe; one tracker belongs to one drag.
 */
public final class ObjectTracker {
    /** So far from its last place the object is looked for before the whole stage is searched, in pixels of the frame. */
    private static final int NEAR = 40;

    /** Distance of the samples of a search of the whole stage, in pixels of the frame. */
    private static final int GRID = 4;

    /** How much brighter or darker than the stage a sample of margin or frame is, in greys of 0 to 255. */
    private static final int DIFFERENT = 60;

    /** Least difference of brightness between margin and frame, in greys: a quarter of the painted one. */
    private static final double LEAST_CONTRAST = 64;

    /** So far the distance between two borders may be from what the scale says, as a share of it, and in pixels besides. */
    private static final double SIZE_TOLERANCE = 0.06;

    private static final double SIZE_TOLERANCE_PX = 2;

    /** Parts of the object that are farther apart than this are of different moments, in pixels. */
    private static final double TORN = 2;

    /** Lines from this share of the object's middle count: corners belong to two borders. */
    private static final double BAND = 0.3;

    private final Rect stage;
    private final double width;
    private final double height;
    private final double[] profile;
    private final int[] row;
    private @Nullable ObjectPlace last;

    /**
     * @param stage the part of the frame that shows the stage, without its border
     * @param scale pixels of the frame for a pixel of the desktop, 0.5 to 2
     */
    public ObjectTracker(Rect stage, double scale) {
        if (stage.isEmpty() || !(scale >= 0.25 && scale <= 4)) {
            throw new IllegalArgumentException(
                    "stage: " + stage + " at scale " + scale + " (expected: not empty, and a scale of 0.25 to 4)");
        }
        this.stage = stage;
        this.width = (DragObject.WIDTH - 2 * DragObject.MARGIN) * scale;
        this.height = (DragObject.HEIGHT - 2 * DragObject.MARGIN) * scale;
        this.profile = new double[Math.max(stage.width(), stage.height())];
        this.row = new int[stage.width()];
    }

    /**
     * Where the object is.
     *
     * @param frame larger than the stage
     * @return empty if it is not on the stage as a whole
     */
    public Optional<ObjectPlace> find(Frame frame) {
        ObjectPlace before = last;
        Optional<ObjectPlace> near = before == null ? Optional.empty() : around(frame, before.x(), before.y());
        Optional<ObjectPlace> found = near.isPresent() ? near : anywhere(frame);
        found.ifPresent(place -> last = place);
        return found;
    }

    /** A search of the whole stage. */
    private Optional<ObjectPlace> anywhere(Frame frame) {
        int plain = Grey.of(DragObject.STAGE);
        int left = Integer.MAX_VALUE;
        int right = -1;
        int top = Integer.MAX_VALUE;
        int bottom = -1;
        for (int y = stage.y(); y < stage.bottom(); y += GRID) {
            int at = y * frame.width();
            for (int x = stage.x(); x < stage.right(); x += GRID) {
                if (Math.abs(Grey.of(frame.pixels()[at + x]) - plain) > DIFFERENT) {
                    left = Math.min(left, x);
                    right = Math.max(right, x);
                    top = Math.min(top, y);
                    bottom = y;
                }
            }
        }
        return right < 0 ? Optional.empty() : around(frame, (left + right) / 2.0, (top + bottom) / 2.0);
    }

    private Optional<ObjectPlace> around(Frame frame, double x, double y) {
        // One axis is searched with lines that the other axis' error may have shifted by NEAR, so it is repeated with
        // the better place.
        double[] middle = {x, y};
        for (int round = 0; round < 2; round++) {
            double across = across(frame, middle[0], middle[1]);
            if (Double.isNaN(across)) {
                return Optional.empty();
            }
            middle[0] = across;
            double down = centre(frame, false, middle[1], middle[0], -BAND, BAND);
            if (Double.isNaN(down)) {
                return Optional.empty();
            }
            middle[1] = down;
        }
        return Optional.of(new ObjectPlace(middle[0], middle[1], isTorn(frame, middle[0], middle[1])));
    }

    /** On a torn frame its upper and its lower half have borders of their own. */
    private double across(Frame frame, double x, double y) {
        double whole = centre(frame, true, x, y, -BAND, BAND);
        if (!Double.isNaN(whole)) {
            return whole;
        }
        double upper = centre(frame, true, x, y, -BAND, 0);
        double lower = centre(frame, true, x, y, 0, BAND);
        if (Double.isNaN(upper) || Double.isNaN(lower)) {
            return Double.isNaN(upper) ? lower : upper;
        }
        return (upper + lower) / 2;
    }

    /** Updates arrive by lines, so a torn frame shows its upper and its lower part at different places. */
    private boolean isTorn(Frame frame, double x, double y) {
        double upper = centre(frame, true, x, y, -BAND, 0);
        double lower = centre(frame, true, x, y, 0, BAND);
        return Double.isNaN(upper) || Double.isNaN(lower) || Math.abs(upper - lower) > TORN;
    }

    /**
     * The centre of the object along one axis.
     *
     * @param horizontal whether along x
     * @param at where it is about on this axis
     * @param beside where it is about on the other
     * @param from where the lines begin that are averaged, as a share of the object's size on the other axis, from its centre
     * @param to where they end
     * @return NaN if no two borders are found at their distance
     */
    private double centre(Frame frame, boolean horizontal, double at, double beside, double from, double to) {
        double size = horizontal ? width : height;
        double other = horizontal ? height : width;
        double half = size / 2 + DragObject.MARGIN + NEAR;
        int first = (int) Math.max(horizontal ? stage.x() : stage.y(), at - half);
        int end = (int) Math.min(horizontal ? stage.right() : stage.bottom(), at + half + 1);
        int firstLine = (int) Math.max(horizontal ? stage.y() : stage.x(), Math.round(beside + from * other));
        int endLine = (int) Math.min(horizontal ? stage.bottom() : stage.right(), Math.round(beside + to * other));
        if (end - first < size || endLine <= firstLine) {
            return Double.NaN;
        }
        if (horizontal) {
            columns(frame, first, end, firstLine, endLine);
        } else {
            rows(frame, first, end, firstLine, endLine);
        }
        return borders(end - first, size) + first;
    }

    /** Means over lines for each column. */
    private void columns(Frame frame, int first, int end, int firstLine, int endLine) {
        Arrays.fill(row, 0, end - first, 0);
        for (int y = firstLine; y < endLine; y++) {
            int at = y * frame.width() + first;
            for (int x = 0; x < end - first; x++) {
                row[x] += Grey.of(frame.pixels()[at + x]);
            }
        }
        for (int x = 0; x < end - first; x++) {
            profile[x] = (double) row[x] / (endLine - firstLine);
        }
    }

    /** Means over columns for each line. */
    private void rows(Frame frame, int first, int end, int firstLine, int endLine) {
        for (int y = first; y < end; y++) {
            int sum = 0;
            int at = y * frame.width();
            for (int x = firstLine; x < endLine; x++) {
                sum += Grey.of(frame.pixels()[at + x]);
            }
            profile[y - first] = (double) sum / (endLine - firstLine);
        }
    }

    /** The middle between the first border from white to black and the last from black to white, in pixels from the profile's beginning. */
    private double borders(int length, double size) {
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
        double left = Double.NaN;
        double right = Double.NaN;
        boolean white = false;
        for (int i = 0; i < length - 1; i++) {
            white |= profile[i] > (bright + middle) / 2;
            if (white && Double.isNaN(left) && profile[i] >= middle && profile[i + 1] < middle) {
                left = crossing(i, middle);
            }
            if (profile[i] < middle && profile[i + 1] >= middle) {
                right = isWhiteAfter(i + 1, length, (bright + middle) / 2) ? crossing(i, middle) : right;
            }
        }
        boolean fits = Math.abs(right - left - size) <= SIZE_TOLERANCE * size + SIZE_TOLERANCE_PX;
        // A pixel's own place is its middle.
        return fits ? (left + right) / 2 + 0.5 : Double.NaN;
    }

    private boolean isWhiteAfter(int from, int length, double white) {
        for (int i = from; i < Math.min(length, from + DragObject.MARGIN); i++) {
            if (profile[i] > white) {
                return true;
            }
        }
        return false;
    }

    private double crossing(int before, double middle) {
        return before + (profile[before] - middle) / (profile[before] - profile[before + 1]);
    }
}
