package io.deskmeter.agent.watch.window;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.Rect;

/**
 * A window that a handler has given up. Instants are monotonic nanoseconds.
 *
 * @param firstShown the first picture with it
 * @param firstShownAt arrival of that frame
 * @param place of the picture by which it is known
 */
public record StayingWindow(Frame firstShown, long firstShownAt, Rect place) {}
