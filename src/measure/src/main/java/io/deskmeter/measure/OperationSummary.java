package io.deskmeter.measure;

import io.deskmeter.workload.Group;

/**
 * The steady timings of one operation at one load point; failed ones are infinitely slow, as in {@link GroupSummary}.
 *
 * @param workload id
 * @param operation id
 * @param group of the operation
 * @param sessions of the load point
 * @param count operations that ended: ok, timeout, application-failed, desktop-lost
 * @param failed those of them that did not end ok
 * @param p50Ms median response in milliseconds; NaN, like all quantiles here, where {@code count} is 0
 * @param p95Ms 95th percentile in milliseconds
 * @param p99Ms 99th percentile in milliseconds
 * @param resolutionP95Ms 95th percentile, over those that ended ok, of how far the true response may lie below the measured one
 */
public record OperationSummary(
        String workload,
        String operation,
        Group group,
        int sessions,
        int count,
        int failed,
        double p50Ms,
        double p95Ms,
        double p99Ms,
        double resolutionP95Ms) {}
