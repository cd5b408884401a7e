/**
 * Finds problems before a run starts. A check is a set of independent {@link io.deskmeter.controller.check.Check}s that
 * run at the same time, each with its own deadline; each returns findings: what, where, how severe, and the remedy. A
 * check that fails or times out is a finding itself and does not affect the others.
 *
 * <p>Checks of targets, programs and free disk space are requested from the agents that would run there
 * ({@link io.deskmeter.controller.check.AgentCheckRequests}); they change nothing.
 *
 * <p>A check needs little of a controller: agents that are connected, workloads and accounts. So it can do without one
 * ({@link io.deskmeter.controller.check.CheckServer}).
 */
@NullMarked
package io.deskmeter.controller.check;

import org.jspecify.annotations.NullMarked;
