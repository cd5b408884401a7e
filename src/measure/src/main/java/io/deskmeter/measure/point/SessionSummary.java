package io.deskmeter.measure.point;

/**
 * What one session was planned to work at one load point; losses are infinitely slow, as in {@link GroupSummary}.
 *
 * @param session from 0
 * @param lost whether it did not work to the end of the point
 * @param count operations of all groups that enter the quantiles: answered ones and losses
 * @param failed those of them that failed by themselves or were lost with the session
 * @param skipped those of them that were not reached, because an earlier operation had failed
 * @param notDelivered operations that Deskmeter itself spoilt or lost; not in {@code count}
 * @param withoutTiming planned operations of which no timing came, however they ended
 * @param p50AMs median of group A in milliseconds; NaN, like all quantiles here, where the group has no operation that
 *     counts
 * @param p95AMs 95th percentile of group A
 * @param p50BMs median of group B
 * @param p95BMs 95th percentile of group B
 */
public record SessionSummary(
        int session,
        boolean lost,
        int count,
        int failed,
        int skipped,
        int notDelivered,
        int withoutTiming,
        double p50AMs,
        double p95AMs,
        double p50BMs,
        double p95BMs) {}
