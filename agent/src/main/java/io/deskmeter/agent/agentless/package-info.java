/**
 * Sessions without a desktop agent: the client agent does everything through the display.
 *
 * <p>It waits until the desktop is usable ({@link io.deskmeter.agent.agentless.AgentlessDesktop}), launches
 * applications by input ({@link io.deskmeter.agent.agentless.LaunchSteps}) and logs off by input
 * ({@link io.deskmeter.agent.agentless.Logoff}). It cannot see processes: an application that exits or crashes is
 * noticed only on the display. What has to be prepared for an application is done by a script that the launch starts.
 */
@NullMarked
package io.deskmeter.agent.agentless;

import org.jspecify.annotations.NullMarked;
