package io.deskmeter.agent.gesture;

/**
 * The object on one frame.
 *
 * @param at when the frame arrived, in monotonic nanoseconds
 * @param lastWithoutAt when it was last known that the frame had not come, at most {@code at}
 * @param x of the object's centre, in pixels of the desktop
 * @param y from the top
 * @param torn whether the frame shows it at two places
 */
public record SeenObject(long at, long lastWithoutAt, double x, double y, boolean torn) {}
