/**
 * How a load point is judged: the steady timings of its sessions go into {@link io.deskmeter.measure.verdict.Judge},
 * which knows what counts, what is owed and what limits, and out comes a
 * {@link io.deskmeter.measure.point.LoadPointSummary}.
 */
@NullMarked
package io.deskmeter.measure.verdict;

import org.jspecify.annotations.NullMarked;
