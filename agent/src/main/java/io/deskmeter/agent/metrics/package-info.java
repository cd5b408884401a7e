/**
 * What a client agent tells Prometheus of itself, where it was told a port for that. Nothing of it is loaded otherwise: agents in users' sessions stay as small as they
 * are. docs/reference/metrics.md is printed from {@link io.deskmeter.agent.metrics.AgentMeter}.
 */
@NullMarked
package io.deskmeter.agent.metrics;

import org.jspecify.annotations.NullMarked;
