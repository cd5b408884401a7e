package io.deskmeter.measure;

import io.deskmeter.workload.Group;

/**
 * The group and operation that exceeded a threshold.
 *
 * @param group the one furthest beyond its threshold, as a multiple of it
 * @param p95Ms its 95th percentile, infinite where too much failed
 * @param thresholdMs what it may be
 * @param count the group's operations that ended
 * @param failed those of them that failed
 * @param workload of the operation that has the most timings beyond the threshold; empty where everything was skipped
 * @param operation its id
 * @param share of the group's timings beyond the threshold that are this operation's, 0 to 1
 */
public record LimitingFactor(
        Group group,
        double p95Ms,
        double thresholdMs,
        int count,
        int failed,
        String workload,
        String operation,
        double share) {

    /** The operation for display, {@code calc/compute}, without the workload's folder. */
    public String operationLabel() {
        return workload.substring(workload.lastIndexOf('/') + 1) + "/" + operation;
    }
}
