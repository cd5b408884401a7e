/**
 * Metrics and health of the controller: meters for Prometheus at {@code /actuator/prometheus}, and health at
 * {@code /actuator/health}. {@link io.deskmeter.controller.metrics.ControllerMeter} is the list of all meters;
 * docs/reference/metrics.md is printed from it.
 */
@NullMarked
package io.deskmeter.controller.metrics;

import org.jspecify.annotations.NullMarked;
