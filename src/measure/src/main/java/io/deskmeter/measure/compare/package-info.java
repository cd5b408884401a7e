/**
 * Two sides of runs against each other: {@linkplain io.deskmeter.measure.compare.Comparison differences} with their
 * uncertainty, and whether the sides are {@linkplain io.deskmeter.measure.compare.Comparability comparable} at all.
 */
@NullMarked
package io.deskmeter.measure.compare;

import org.jspecify.annotations.NullMarked;
