package io.deskmeter.agent.gesture;

/**
 * How far a frame shows the picture scrolled.
 *
 * @param at when the frame arrived, in monotonic nanoseconds
 * @param lastWithoutAt when it was last known that the frame had not come, at most {@code at}
 * @param offset in pixels of the desktop
 * @param torn whether the frame shows two moments
 */
record SeenOffset(long at, long lastWithoutAt, double offset, boolean torn) {}
