/**
 * A controller and agents as processes, with sessions without real desktops.
 *
 * <p>The controller is the packaged program. Each agent is a separate process that runs the agent's own code: link, spool, session state machine,
 * image search. Only its {@link io.deskmeter.agent.client.SessionFactory} creates sessions on simulated desktops, which show real pixels after
 * latencies drawn from a seed, in real time. Each agent records every timing in a {@link io.deskmeter.bench.sim.TimingLog} before it is sent.
 */
@NullMarked
package io.deskmeter.bench.sim;

import org.jspecify.annotations.NullMarked;
