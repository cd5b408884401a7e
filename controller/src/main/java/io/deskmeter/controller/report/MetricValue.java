package io.deskmeter.controller.report;

import io.deskmeter.measure.timing.Sample;

/**
 * A value of a metric as comparisons see it.
 *
 * @param session from 0
 * @param operation {@code office/calc/compute}
 * @param metric its id
 * @param timing sequence of the timing that it belongs to, {@link Sample#NO_TIMING} for none
 * @param value in the metric's unit; NaN where it is not known
 */
public record MetricValue(int session, String operation, String metric, long timing, double value) {
    /** Of a sample. */
    public static MetricValue of(Sample sample) {
        return new MetricValue(
                sample.session(),
                sample.workload() + "/" + sample.operation(),
                sample.metric(),
                sample.timing(),
                sample.value());
    }
}
