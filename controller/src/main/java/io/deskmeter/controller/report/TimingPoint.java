package io.deskmeter.controller.report;

import io.deskmeter.measure.timing.Timing;

/**
 * A timing and its load point.
 *
 * @param loadPoint index from 1; 0 for what was measured outside of any
 * @param steady whether it counts for the load point's verdict
 * @param timing the measurement
 */
public record TimingPoint(int loadPoint, boolean steady, Timing timing) {}
