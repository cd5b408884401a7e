package io.deskmeter.measure.point;

import io.deskmeter.measure.statistics.Interval;

/**
 * What a load point showed of a criterion.
 *
 * @param criterion what was asked
 * @param value of its statistic, infinitely bad where too much was lost, NaN where nothing was measured or all is
 *     unknown
 * @param interval 95 % interval of {@code value}; with unknown values it holds whatever those were; both ends
 *     infinitely bad where nothing was planned
 * @param best what {@code value} is if all unknown values were as good as they may be
 * @param worst what it is if they were as bad as they may be
 * @param count values that entered the statistic, those of losses included
 * @param failed those of them that count as worse than any other, since the platform lost them
 * @param unknown values that are not known; not in {@code count}
 * @param verdict with regard to the uncertainty: pass and fail hold whatever the unknown values were
 * @param reason why nothing can be said, for people, without a full stop: the unknown values decide; empty where they
 *     do not
 */
public record CriterionResult(
        Criterion criterion,
        double value,
        Interval interval,
        double best,
        double worst,
        int count,
        int failed,
        int unknown,
        Verdict verdict,
        String reason) {

    /** That of a group: undecided where there is nothing of it. */
    public static CriterionResult of(Criterion criterion, GroupSummary group) {
        String open = group.notDelivered() + " of " + (group.count() + group.notDelivered()) + " operations of group "
                + group.group() + " were spoilt or lost by Deskmeter itself";
        return of(
                criterion,
                group.p95Ms(),
                group.p95Ci(),
                group.p95BestMs(),
                group.p95WorstMs(),
                group.count(),
                group.losses(),
                group.notDelivered(),
                open);
    }

    /** That of logons. */
    public static CriterionResult of(Criterion criterion, LogonSummary logons) {
        String open = "of " + logons.notDelivered() + " of " + (logons.count() + logons.notDelivered())
                + " logons Deskmeter itself lost the result";
        return of(
                criterion,
                logons.p95Ms(),
                logons.interval(),
                logons.p95BestMs(),
                logons.p95WorstMs(),
                logons.count(),
                logons.failed(),
                logons.notDelivered(),
                open);
    }

    /** That of a metric. */
    public static CriterionResult of(Criterion criterion, MetricSummary metric) {
        return of(
                criterion,
                metric.value(),
                metric.interval(),
                metric.best(),
                metric.worst(),
                metric.count(),
                metric.failed(),
                metric.unknown(),
                metric.reason());
    }

    private static CriterionResult of(
            Criterion criterion,
            double value,
            Interval interval,
            double best,
            double worst,
            int count,
            int failed,
            int unknown,
            String open) {
        // What is open decides if the limit is kept with it at its best, and not with it at its worst.
        boolean openDecides = unknown > 0 && criterion.isKept(best) != criterion.isKept(worst);
        String reason = openDecides
                ? open + ": with them at their worst the limit is broken, with them at their best it is kept"
                : "";
        return new CriterionResult(
                criterion,
                value,
                interval,
                best,
                worst,
                count,
                failed,
                unknown,
                verdict(criterion, interval, best, worst),
                reason);
    }

    private static Verdict verdict(Criterion criterion, Interval interval, double best, double worst) {
        if (Double.isNaN(worst)) {
            return Verdict.UNDECIDED;
        }
        // A resampled interval need not contain the estimate; both must agree before anything is sure.
        double worstEnd = criterion.worse(worst, criterion.worse(interval.low(), interval.high()));
        double bestEnd = criterion.better(best, criterion.better(interval.low(), interval.high()));
        if (criterion.isKept(worstEnd)) {
            return Verdict.PASS;
        }
        return criterion.isKept(bestEnd) ? Verdict.UNDECIDED : Verdict.FAIL;
    }

    /** Whether the load point's verdict depends on it: something was to be measured. */
    public boolean isJudged() {
        return count + unknown > 0;
    }

    /** Whether it is kept by its estimate alone, whatever the unknown values were. */
    public boolean isKept() {
        return criterion.isKept(worst);
    }

    /** Whether its estimate is beyond the limit, whatever the unknown values were. */
    public boolean isBroken() {
        return isJudged() && !Double.isNaN(best) && !criterion.isKept(best);
    }

    /** How far it is beyond the limit: see {@link Criterion#excess}. */
    public double excess() {
        return criterion.excess(Double.isNaN(value) ? best : value);
    }
}
