/**
 * Simulated desktops, which show real pixels after latencies drawn from a seed, in real time; and the workload that
 * sessions execute on them. An agent gets its sessions of {@link io.deskmeter.bench.sim.desktop.SimSessionFactory}.
 */
@NullMarked
package io.deskmeter.bench.sim.desktop;

import org.jspecify.annotations.NullMarked;
