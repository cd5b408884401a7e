package io.deskmeter.controller.point;

import io.deskmeter.measure.point.Criterion;
import io.deskmeter.measure.point.LimitingFactor;
import io.deskmeter.workload.operation.Group;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * What broke a limit at a load point; see {@link LimitingFactor}.
 *
 * @param group whose threshold broke; null where the limit of a metric did
 * @param p95Ms of the group, NaN for a metric
 * @param thresholdMs of the group, NaN for a metric
 * @param count values that entered the statistic
 * @param failed those of failed operations
 * @param workload of the operation that has most of the values beyond the limit; empty where there is none
 * @param operation its id
 * @param share of the values beyond the limit that are this operation's, 0 to 1
 * @param criterion {@code groupA.p95}, {@code groupB.p95}, or the id of a metric
 * @param title of the criterion, for people
 * @param unit of {@code value} and {@code limit}
 * @param statistic {@code p95}, {@code p5}, …
 * @param value of the statistic
 * @param limit of the criterion
 */
@Schema(name = "LimitingFactor")
public record LimitedBy(
        @Nullable Group group,
        double p95Ms,
        double thresholdMs,
        int count,
        int failed,
        String workload,
        String operation,
        double share,
        String criterion,
        String title,
        String unit,
        String statistic,
        double value,
        double limit) {
    /** From the judge's result. */
    static @Nullable LimitedBy of(@Nullable LimitingFactor factor) {
        if (factor == null) {
            return null;
        }
        Criterion criterion = factor.criterion();
        return new LimitedBy(
                factor.group(),
                factor.p95Ms(),
                factor.thresholdMs(),
                factor.count(),
                factor.failed(),
                factor.workload(),
                factor.operation(),
                factor.share(),
                criterion.id(),
                criterion.title(),
                criterion.unit(),
                criterion.statistic().word(),
                factor.value(),
                criterion.limit());
    }

    /** In words: the operation, behind the id of the criterion where it is none of a group's. */
    public String words() {
        String label = operation.isEmpty() ? "" : workload.substring(workload.lastIndexOf('/') + 1) + "/" + operation;
        return group == null ? criterion + (label.isEmpty() ? "" : ", " + label) : label;
    }
}
