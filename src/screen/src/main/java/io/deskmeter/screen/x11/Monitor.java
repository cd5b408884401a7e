package io.deskmeter.screen.x11;

import io.deskmeter.screen.Rect;

/**
 * One monitor of a display.
 *
 * @param name such as {@code HDMI-1}
 * @param place position and size within the display, in pixels
 */
public record Monitor(String name, Rect place, boolean primary) {}
