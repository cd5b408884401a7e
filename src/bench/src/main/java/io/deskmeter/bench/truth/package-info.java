/**
 * {@code ./deskmeter bench truth}: how true the reported times are.
 *
 * <p>A trial: a truth program takes its landmark away, the agent's own {@link io.deskmeter.agent.watch.Measurement} is armed with
 * {@code appears}, a key is fired, the program answers after a delay that only it and the bench know, and what the agent reports is compared
 * with what the program, or a watcher of the display's memory, reports on the same clock. What an error is stands in docs/how-it-works/measurement.md.
 *
 * <p>A {@link io.deskmeter.bench.truth.TruthScreen} is a screen with its truth, {@link io.deskmeter.bench.truth.Observer} are what is measured: the
 * agent's, or the scan loop that others use.
 */
@NullMarked
package io.deskmeter.bench.truth;

import org.jspecify.annotations.NullMarked;
