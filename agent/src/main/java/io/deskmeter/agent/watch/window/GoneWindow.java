package io.deskmeter.agent.watch.window;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.Rect;

/**
 * A window that a handler has dismissed. Instants are monotonic nanoseconds.
 *
 * @param firstShown the first picture with it
 * @param lastShown the last one
 * @param lastShownAt arrival of the last frame with it
 * @param goneAt arrival of the first frame without it, or without the picture by which it is known
 * @param place of the picture by which it is known
 * @param hadStayed whether it, or one before it, had been given up, and went later
 */
public record GoneWindow(
        Frame firstShown, Frame lastShown, long lastShownAt, long goneAt, Rect place, boolean hadStayed) {
    /** The same where one that had been given up went before it. */
    public GoneWindow afterOneThatStayed() {
        return new GoneWindow(firstShown, lastShown, lastShownAt, goneAt, place, true);
    }

    /** The same where what it changed may have been seen since this instant. */
    public GoneWindow seenSince(long instant) {
        return new GoneWindow(firstShown, lastShown, Math.min(lastShownAt, instant), goneAt, place, hadStayed);
    }
}
