/**
 * A list of the workloads that an agent runs at all, by checksum, on the agent's own machine. Without one, an operator
 * of the controller runs programs on all its agents.
 */
@NullMarked
package io.deskmeter.agent.accept;

import org.jspecify.annotations.NullMarked;
