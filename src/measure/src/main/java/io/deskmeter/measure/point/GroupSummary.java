package io.deskmeter.measure.point;

import io.deskmeter.measure.statistics.Interval;
import io.deskmeter.workload.operation.Group;

/**
 * The operations of one group that were planned for one load point. Losses of the platform (failed, not reached, lost)
 * enter the quantiles as infinitely slow, so a group of which more than 5 % were lost has an infinite p95 and can never
 * pass. One that has no operations at all has NaN quantiles and is not judged.
 *
 * @param group whose
 * @param count operations that enter the quantiles: answered ones and losses
 * @param failed those of them that failed by themselves or were lost with their session
 * @param skipped those of them that were not reached, because an earlier operation had failed
 * @param notDelivered operations that Deskmeter itself spoilt or lost; not in {@code count}
 * @param p50Ms median response in milliseconds
 * @param p95Ms 95th percentile in milliseconds, of those that count
 * @param p95Ci 95 % interval of {@code p95Ms}; both ends infinite if the quantiles are infinite, or NaN without
 *     operations; with operations that were not delivered it holds whatever those took
 * @param p95BestMs the same as {@code p95Ms} if those that were not delivered had taken no time
 * @param p95WorstMs the same if they had failed
 */
public record GroupSummary(
        Group group,
        int count,
        int failed,
        int skipped,
        int notDelivered,
        double p50Ms,
        double p95Ms,
        Interval p95Ci,
        double p95BestMs,
        double p95WorstMs) {

    /** One of which all operations were delivered. */
    public GroupSummary(Group group, int count, int failed, int skipped, double p50Ms, double p95Ms, Interval p95Ci) {
        this(group, count, failed, skipped, 0, p50Ms, p95Ms, p95Ci, p95Ms, p95Ms);
    }

    /** Whether the load point's verdict depends on this group: A and B, as long as they have operations. */
    public boolean judged() {
        return group != Group.C && count + notDelivered > 0;
    }

    /** Losses of the platform. */
    public int losses() {
        return failed + skipped;
    }
}
