/**
 * The metrics of a client agent for Prometheus, if a port is configured. Otherwise nothing of this package is loaded,
 * so that agents in users' sessions stay small. docs/reference/metrics.md is printed from
 * {@link io.deskmeter.agent.metrics.AgentMeter}.
 */
@NullMarked
package io.deskmeter.agent.metrics;

import org.jspecify.annotations.NullMarked;
