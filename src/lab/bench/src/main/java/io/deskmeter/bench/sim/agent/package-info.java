/**
 * Agents as separate processes, which run the agent's own code: link, spool, session state machine, image search. Only
 * their sessions are on simulated desktops. Each agent records every timing in a
 * {@link io.deskmeter.bench.sim.agent.TimingLog} before it is sent.
 */
@NullMarked
package io.deskmeter.bench.sim.agent;

import org.jspecify.annotations.NullMarked;
