/**
 * Timings and their evaluation: percentiles with their uncertainty, verdicts, scores, the capacity search. Pure
 * functions; no clock, no thread, no input or output.
 *
 * <p>The way of a load point: its steady {@linkplain io.deskmeter.measure.Timing timings} go into {@link
 * io.deskmeter.measure.Judge}, which knows what enters a {@linkplain io.deskmeter.measure.Quantiles quantile} and how sure that
 * quantile {@linkplain io.deskmeter.measure.Bootstrap is}; the {@link io.deskmeter.measure.LoadPointSummary} that comes out goes
 * into {@link io.deskmeter.measure.CapacitySearch}, which answers with the {@linkplain io.deskmeter.measure.SearchDecision next} thing to
 * measure, or with the {@link io.deskmeter.measure.Capacity}. Equal input and seed give equal output, so a verdict can be
 * recomputed from stored timings at any time. The rules are written for users in {@code docs/how-it-works/measurement.md}.
 */
@NullMarked
package io.deskmeter.measure;

import org.jspecify.annotations.NullMarked;
