/**
 * {@code ./deskmeter bench truth}: the accuracy of the reported times.
 *
 * <p>A trial: a truth program hides its landmark, the agent's own {@link io.deskmeter.agent.watch.Measurement} is armed
 * with {@code appears}, a key is sent, the program answers after a programmed delay, and the agent's report is compared
 * with that of the program, or of a watcher of the display's memory, on the same clock. docs/reference/benchmarks.md
 * defines the error.
 *
 * <p>A {@link io.deskmeter.bench.truth.TruthScreen} is a screen with known true times. An
 * {@link io.deskmeter.bench.truth.Observer} is measured: the agent's, or the scan loop of typical scripts.
 */
@NullMarked
package io.deskmeter.bench.truth;

import org.jspecify.annotations.NullMarked;
