/**
 * What people expect of a run, {@linkplain io.deskmeter.measure.expect.Expectations evaluated}: met, not met, or not
 * known.
 */
@NullMarked
package io.deskmeter.measure.expect;

import org.jspecify.annotations.NullMarked;
