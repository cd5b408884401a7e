/**
 * What is looked for: {@link io.deskmeter.vision.template.Template}, an image with its threshold and its rules of a
 * match, and {@link io.deskmeter.vision.template.ScaledTemplate}, the same at the usual scales of displays. Image files
 * are untrusted: their size is checked before they are decoded. {@link io.deskmeter.vision.template.Detail} and
 * {@link io.deskmeter.vision.template.CaretShape} tell how well an image serves as a landmark.
 */
@NullMarked
package io.deskmeter.vision.template;

import org.jspecify.annotations.NullMarked;
