package io.deskmeter.controller.report;

/**
 * A value of a metric as comparisons see it.
 *
 * @param session from 0
 * @param metric its id
 * @param value infinitely bad where its operation failed
 */
public record MetricValue(int session, String metric, double value) {}
