package io.deskmeter.agent.gesture;

/**
 * A move of the pointer while its button is pressed.
 *
 * @param firedAt when it was sent, in monotonic nanoseconds
 * @param x where the object's centre is to be then, in pixels of the desktop
 * @param y from the top
 */
public record PointerMove(long firedAt, double x, double y) {
    double distance(double otherX, double otherY) {
        return Math.hypot(x - otherX, y - otherY);
    }
}
