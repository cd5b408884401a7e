/**
 * {@code ./deskmeter bench faults}: causes faults in each stage of a run, with real programs: how the run ends, how
 * soon, and what remains. A short stage is extended by a session that is slow in it
 * ({@link io.deskmeter.bench.sim.desktop.SimFaults}).
 */
@NullMarked
package io.deskmeter.bench.faults;

import org.jspecify.annotations.NullMarked;
