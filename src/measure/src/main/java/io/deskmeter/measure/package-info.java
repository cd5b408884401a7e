/**
 * Timings and their evaluation: percentiles with their uncertainty, verdicts, the capacity search, comparisons. Pure
 * functions; no clock, no thread, no input or output. Equal input and seed give equal output, so a verdict can be
 * recomputed from stored timings at any time. The rules are written for users in
 * {@code docs/how-it-works/measurement.md} and {@code capacity-search.md} beside it.
 *
 * <p>It has no class of its own. Read its packages in this order; each stands on those before it alone: {@code timing},
 * {@code statistics}, {@code point}, {@code verdict}, {@code search}, {@code validity}, {@code expect},
 * {@code compare}.
 */
@NullMarked
package io.deskmeter.measure;

import org.jspecify.annotations.NullMarked;
