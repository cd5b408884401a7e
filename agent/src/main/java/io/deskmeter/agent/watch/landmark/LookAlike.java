package io.deskmeter.agent.watch.landmark;

import io.deskmeter.screen.Rect;

/**
 * A part of the screen that is much like a landmark.
 *
 * @param score the correlation of the greys, at most 1
 * @param difference what differs and where, in words
 */
public record LookAlike(double score, Rect place, String difference) {}
