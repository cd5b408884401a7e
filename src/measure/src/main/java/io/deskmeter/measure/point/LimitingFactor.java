package io.deskmeter.measure.point;

import io.deskmeter.workload.operation.Group;
import org.jspecify.annotations.Nullable;

/**
 * The criterion and the operation that exceeded a limit.
 *
 * @param group whose threshold it is; null where a metric's limit is exceeded
 * @param p95Ms the group's 95th percentile, infinite where too much failed; NaN for a metric
 * @param thresholdMs what it may be; NaN for a metric
 * @param count values that entered the criterion's statistic
 * @param failed those of them whose operation failed
 * @param workload of the operation that has the most values beyond the limit; empty where no operation is to blame
 * @param operation its id
 * @param share of the values beyond the limit that are this operation's, 0 to 1
 * @param criterion the one furthest beyond its limit, as a multiple of it
 * @param value of its statistic, infinitely bad where too much failed
 */
public record LimitingFactor(
        @Nullable Group group,
        double p95Ms,
        double thresholdMs,
        int count,
        int failed,
        String workload,
        String operation,
        double share,
        Criterion criterion,
        double value) {

    /** A group's threshold. */
    public LimitingFactor(
            Group group,
            double p95Ms,
            double thresholdMs,
            int count,
            int failed,
            String workload,
            String operation,
            double share) {
        this(
                group,
                p95Ms,
                thresholdMs,
                count,
                failed,
                workload,
                operation,
                share,
                Criterion.of(group, thresholdMs),
                p95Ms);
    }

    /** Any criterion. */
    public static LimitingFactor of(CriterionResult result, String workload, String operation, double share) {
        Criterion criterion = result.criterion();
        Group group = criterion.group().orElse(null);
        return new LimitingFactor(
                group,
                group == null ? Double.NaN : result.value(),
                group == null ? Double.NaN : criterion.limit(),
                result.count(),
                result.failed(),
                workload,
                operation,
                share,
                criterion,
                result.value());
    }

    /** Whether one operation is to blame: logons and whole iterations have none. */
    public boolean hasOperation() {
        return !operation.isEmpty();
    }

    /**
     * The operation for display, {@code calc/compute}, without the workload's folder; without a meaning where there is
     * none.
     */
    public String operationLabel() {
        return workload.substring(workload.lastIndexOf('/') + 1) + "/" + operation;
    }
}
