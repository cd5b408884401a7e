/**
 * The agent: sees and works desktops, times what it sees. Plain Java, no Spring.
 *
 * <p>From the outside in: {@link io.deskmeter.agent.AgentMain} reads the command line, {@code run} does what the controller says,
 * {@code session} is one simulated user, {@code watch} and {@code step} are its eyes and hands, {@code desktop} where it works. Beside
 * them {@code evidence} keeps pictures, {@code health} watches the machine and the agent itself, {@code tryout} works a workload without
 * any controller.
 */
@NullMarked
package io.deskmeter.agent;

import org.jspecify.annotations.NullMarked;
