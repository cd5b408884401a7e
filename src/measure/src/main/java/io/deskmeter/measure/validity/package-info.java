/**
 * Whether a run may be believed: checks of the {@linkplain io.deskmeter.measure.validity.HarnessFault harness} and of
 * {@linkplain io.deskmeter.measure.validity.Validity what was asked of it}, by the
 * {@linkplain io.deskmeter.measure.validity.RunFacts facts} of the whole run.
 */
@NullMarked
package io.deskmeter.measure.validity;

import org.jspecify.annotations.NullMarked;
