package io.deskmeter.vision.tracking;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.Rect;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds a {@link DragObject} in each frame of a drag, to a fraction of a pixel. Around the last place, means of
 * brightness over many lines show the borders between the object's margin and its frame ({@link ObjectBorder}). The
 * centre between opposite borders does not move when a codec blurs them.
 *
 * <p>Where the object is not near its last place, a wider part of the stage is searched, and in the end the whole stage
 * ({@link ObjectSearch}). Only pixels around the expected borders are read, since reading is what a frame costs. Not
 * thread-safe; one tracker belongs to one drag.
 */
public final class ObjectTracker {
    /**
     * So far from its last place the object is looked for at first, in pixels of the desktop: a move at 720 px/s and 60
     * moves a second has 12. The lines that are read then stay between the object's borders.
     */
    private static final double NEAR = 16;

    /** So far it is looked for next, in pixels of the frame. */
    private static final double FAR = 40;

    /**
     * So far the distance between two borders may be from what the scale says, as a share of it, and in pixels besides.
     */
    private static final double SIZE_TOLERANCE = 0.06;

    private static final double SIZE_TOLERANCE_PX = 2;

    /** Parts of the object that are farther apart than this are of different moments, in pixels. */
    private static final double TORN = 2;

    /**
     * So far an object moves up or down between the two moments of a torn frame, as a share of its height. What is
     * farther apart is no object.
     */
    private static final double MOVED_DOWN = 0.3;

    /** Lines from this share of the object's middle count: corners belong to two borders. */
    private static final double BAND = 0.3;

    private final double scale;
    private final double width;
    private final double height;
    private final ObjectBorder border;
    private final ObjectSearch search;
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
        this.scale = scale;
        this.width = (DragObject.WIDTH - 2 * DragObject.MARGIN) * scale;
        this.height = (DragObject.HEIGHT - 2 * DragObject.MARGIN) * scale;
        this.border = new ObjectBorder(stage);
        this.search = new ObjectSearch(stage, scale, width, height, tolerance(width));
    }

    /**
     * Where the object is.
     *
     * @param frame larger than the stage
     * @return empty if it is not on the stage as a whole
     */
    public Optional<ObjectPlace> find(Frame frame) {
        ObjectPlace before = last;
        Optional<ObjectPlace> found = Optional.empty();
        if (before != null) {
            found = around(frame, before.x(), before.y(), NEAR * scale);
            if (found.isEmpty()) {
                found = refined(frame, before.x(), before.y());
            }
        }
        if (found.isEmpty()) {
            found = anywhere(frame);
        }
        found.ifPresent(place -> last = place);
        return found;
    }

    private Optional<ObjectPlace> anywhere(Frame frame) {
        return search.places(frame).stream()
                .flatMap(place -> around(frame, place.x(), place.y(), NEAR * scale).stream())
                .findFirst();
    }

    /**
     * Some of the lines that are read far from the object's place are none of its own, so it is read again at the
     * better place.
     */
    private Optional<ObjectPlace> refined(Frame frame, double x, double y) {
        return around(frame, x, y, FAR).flatMap(place -> around(frame, place.x(), place.y(), NEAR * scale));
    }

    /**
     * Updates arrive by lines, so a torn frame shows the upper and the lower half at different places; where the object
     * moves up or down, with an upper border of one moment and a lower one of another, so its height is wrong.
     */
    private Optional<ObjectPlace> around(Frame frame, double x, double y, double reach) {
        double upper = across(frame, x, y - BAND * height, y, reach);
        double lower = across(frame, x, y, y + BAND * height, reach);
        if (Double.isNaN(upper) && Double.isNaN(lower)) {
            return Optional.empty();
        }
        boolean both = !Double.isNaN(upper) && !Double.isNaN(lower);
        double middle = both ? (upper + lower) / 2 : Double.isNaN(upper) ? lower : upper;
        double from = middle - BAND * width;
        double to = middle + BAND * width;
        double top = border.top(frame, y - height / 2, from, to, reach);
        double bottom = Double.isNaN(top) ? top : border.bottom(frame, y + height / 2, from, to, reach);
        double wrong = Math.abs(bottom - top - height);
        if (Double.isNaN(wrong) || wrong > MOVED_DOWN * height) {
            return Optional.empty();
        }
        boolean torn = !both || Math.abs(upper - lower) > TORN || wrong > tolerance(height);
        return Optional.of(new ObjectPlace(middle, (top + bottom) / 2, torn));
    }

    /**
     * The object's centre by its left and right borders, as lines from one y to another show it; NaN if they do not.
     */
    private double across(Frame frame, double x, double fromY, double toY, double reach) {
        double left = border.left(frame, x - width / 2, fromY, toY, reach);
        double right = Double.isNaN(left) ? left : border.right(frame, x + width / 2, fromY, toY, reach);
        return centre(left, right, width);
    }

    private static double centre(double first, double second, double size) {
        boolean fits = Math.abs(second - first - size) <= tolerance(size);
        return fits ? (first + second) / 2 : Double.NaN;
    }

    private static double tolerance(double size) {
        return SIZE_TOLERANCE * size + SIZE_TOLERANCE_PX;
    }
}
