/**
 * Numbers without a meaning of their own: {@linkplain io.deskmeter.measure.statistics.Quantiles quantiles}, their
 * confidence {@linkplain io.deskmeter.measure.statistics.Interval intervals} by the
 * {@linkplain io.deskmeter.measure.statistics.Bootstrap bootstrap}, corrections for many comparisons, and how figures
 * are rounded in messages.
 */
@NullMarked
package io.deskmeter.measure.statistics;

import org.jspecify.annotations.NullMarked;
