/**
 * Agents whose sessions have no real desktops, for benchmarks of a controller.
 *
 * <p>It has no class of its own. Each of its packages stands on those before it alone, and on
 * {@link io.deskmeter.bench.controller}: {@code desktop} has simulated desktops and their workload, {@code agent} has
 * processes that run the agent's own code on such desktops, and {@code synthetic} has agents of this process, whose
 * timings are computed without a desktop.
 */
@NullMarked
package io.deskmeter.bench.sim;

import org.jspecify.annotations.NullMarked;
