package io.deskmeter.vision;

import io.deskmeter.screen.Rect;

/**
 * The best place for a template.
 *
 * @param found whether the score reaches the template's threshold
 * @param score normalised correlation, −1 to 1
 * @param place where, also when not found
 */
public record Match(boolean found, double score, Rect place) {}
