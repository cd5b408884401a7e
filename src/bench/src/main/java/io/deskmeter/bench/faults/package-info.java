/**
 * {@code ./deskmeter bench faults}: something goes wrong in each stage of a run, with real programs: how the run ends, how soon, and what is left
 * running. A stage that is over in a moment is held open by a session that is slow in it ({@link io.deskmeter.bench.sim.SimFaults}).
 */
@NullMarked
package io.deskmeter.bench.faults;

import org.jspecify.annotations.NullMarked;
