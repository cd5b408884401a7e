/**
 * Agents without desktops, many in one process: the link, the spool and the sender are real, the timings and samples
 * are computed from a seed. Start with {@link io.deskmeter.bench.sim.synthetic.SyntheticAgent}.
 */
@NullMarked
package io.deskmeter.bench.sim.synthetic;

import org.jspecify.annotations.NullMarked;
