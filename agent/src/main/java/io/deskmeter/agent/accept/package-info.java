/**
 * Which workloads an agent runs at all, whatever its controller asks for: a list of checksums that the agent's own
 * machine has. Without one, whoever has the controller runs programs on all its agents.
 */
@NullMarked
package io.deskmeter.agent.accept;

import org.jspecify.annotations.NullMarked;
