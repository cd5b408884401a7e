/**
 * The pixels that are compared: {@link io.deskmeter.vision.pixel.Pattern} has those of a template that count and
 * computes exactly how they match at a place, {@link io.deskmeter.vision.pixel.ScreenSums} has what a matcher keeps of
 * a screen. {@link io.deskmeter.vision.pixel.Grey} defines the brightness and the difference of colours for the whole
 * module.
 */
@NullMarked
package io.deskmeter.vision.pixel;

import org.jspecify.annotations.NullMarked;
