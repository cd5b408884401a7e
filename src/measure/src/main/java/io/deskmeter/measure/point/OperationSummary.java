package io.deskmeter.measure.point;

import io.deskmeter.workload.operation.Group;

/**
 * One operation at one load point; losses are infinitely slow, as in {@link GroupSummary}.
 *
 * @param workload id
 * @param operation id
 * @param group of the operation
 * @param sessions of the load point
 * @param count how often it enters the quantiles: answered, or a loss of the platform
 * @param failed those of them that failed by themselves or were lost with their session
 * @param skipped those of them that were not reached, because an earlier operation had failed
 * @param notDelivered how often Deskmeter itself spoilt or lost it; not in {@code count}
 * @param p50Ms median response in milliseconds; NaN, like all quantiles here, where {@code count} is 0
 * @param p95Ms 95th percentile in milliseconds
 * @param p99Ms 99th percentile in milliseconds
 * @param resolutionP95Ms 95th percentile, over those that ended ok, of how far the true response may lie below the
 *     measured one
 * @param handled how often a handler gave input for a window that had come
 */
public record OperationSummary(
        String workload,
        String operation,
        Group group,
        int sessions,
        int count,
        int failed,
        int skipped,
        int notDelivered,
        double p50Ms,
        double p95Ms,
        double p99Ms,
        double resolutionP95Ms,
        int handled) {
    /** One for which no handler was needed. */
    public OperationSummary(
            String workload,
            String operation,
            Group group,
            int sessions,
            int count,
            int failed,
            int skipped,
            int notDelivered,
            double p50Ms,
            double p95Ms,
            double p99Ms,
            double resolutionP95Ms) {
        this(
                workload,
                operation,
                group,
                sessions,
                count,
                failed,
                skipped,
                notDelivered,
                p50Ms,
                p95Ms,
                p99Ms,
                resolutionP95Ms,
                0);
    }
}
