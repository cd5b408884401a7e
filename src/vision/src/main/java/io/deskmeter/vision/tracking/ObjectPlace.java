package io.deskmeter.vision.tracking;

/**
 * Where a {@link DragObject} is on a frame.
 *
 * @param x of its centre, in pixels of the frame from the left, with fractions
 * @param y of its centre, from the top
 * @param torn whether its parts are at different places: the frame shows two moments at once
 */
public record ObjectPlace(double x, double y, boolean torn) {
    /** The distance between two centres in pixels. */
    public double distance(ObjectPlace other) {
        return Math.hypot(x - other.x, y - other.y);
    }
}
