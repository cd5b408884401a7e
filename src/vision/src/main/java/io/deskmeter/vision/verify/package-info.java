/**
 * Decides whether a place that looks like a pattern shows it, or a picture that differs in a detail. Start with
 * {@link io.deskmeter.vision.verify.Residue}. The other classes are for what may change a picture without making it
 * another one: fewer colours ({@link io.deskmeter.vision.verify.EightBits},
 * {@link io.deskmeter.vision.verify.SixteenBits}), a shift by parts of a pixel
 * ({@link io.deskmeter.vision.verify.Resampled}), a text caret ({@link io.deskmeter.vision.verify.CaretBar}).
 */
@NullMarked
package io.deskmeter.vision.verify;

import org.jspecify.annotations.NullMarked;
