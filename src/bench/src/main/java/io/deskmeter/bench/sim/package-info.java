/**
 * A controller and agents as processes, with sessions that have no desktop behind them.
 *
 * <p>The controller is the packaged program. Each agent is a process of its own that runs the agent's own code: link, spool, session state machine, image search;
 * only its {@link io.deskmeter.agent.client.SessionFactory} put sessions on simulated desktops, which show real pixels after latencies drawn from a seed, in
 * real time. Each agent notes every timing in a {@link io.deskmeter.bench.sim.TimingLog} before it is sent.
 */
@NullMarked
package io.deskmeter.bench.sim;

import org.jspecify.annotations.NullMarked;
