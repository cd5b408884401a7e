/**
 * Timings and what may be concluded from them: percentiles with their uncertainty, verdicts, scores, the capacity search. Pure
 * functions; no clock, no thread, no input or output.
 */
@NullMarked
package io.deskmeter.measure;

import org.jspecify.annotations.NullMarked;
