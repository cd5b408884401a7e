/**
 * The agent: operates desktops and times their responses. Plain Java, no Spring.
 *
 * <p>{@link io.deskmeter.agent.AgentMain} reads the command line, {@link io.deskmeter.agent.DesktopAgentMain} that of a
 * desktop agent. {@code client} is the agent in role client and {@code desktopagent} the agent in role desktop.
 * {@code session} is one simulated user, {@code watch} evaluates conditions on its screen, {@code step} sends its
 * input, {@code desktop} starts desktops. {@code evidence} keeps pictures, {@code resources} samples the machine and
 * the agent itself, {@code tryout} runs one workload without a controller, {@code platform} is what the agent needs of
 * the operating system.
 */
@NullMarked
package io.deskmeter.agent;

import org.jspecify.annotations.NullMarked;
