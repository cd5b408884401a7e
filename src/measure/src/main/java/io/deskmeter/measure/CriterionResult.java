package io.deskmeter.measure;

/**
 * What a load point showed of a criterion.
 *
 * @param criterion what was asked
 * @param value of its statistic, infinitely bad where too much failed, NaN where nothing was measured or all is unknown
 * @param interval 95 % interval of {@code value}; both ends infinitely bad where {@code value} is that or NaN
 * @param count values that entered the statistic, those of failed operations included
 * @param failed those of them that count as worse than any other, since their operation failed or was lost
 * @param unknown values that are not known though their operation ended well; not in {@code count}
 * @param verdict with regard to the uncertainty
 * @param reason why nothing can be said, for people, without a full stop; empty where the interval alone decides
 */
public record CriterionResult(
        Criterion criterion,
        double value,
        Interval interval,
        int count,
        int failed,
        int unknown,
        Verdict verdict,
        String reason) {

    /** That of a group: undecided where there is nothing of it. */
    static CriterionResult of(Criterion criterion, GroupSummary group) {
        return of(criterion, group.p95Ms(), group.p95Ci(), group.count(), group.failed());
    }

    /** Where every value that was asked for is known. */
    static CriterionResult of(Criterion criterion, double value, Interval interval, int count, int failed) {
        return new CriterionResult(
                criterion, value, interval, count, failed, 0, verdict(criterion, value, interval), "");
    }

    /** Where some are not; a reason leaves it undecided whatever the value. */
    static CriterionResult of(Criterion criterion, MetricSummary metric) {
        Verdict verdict =
                metric.reason().isEmpty() ? verdict(criterion, metric.value(), metric.interval()) : Verdict.UNDECIDED;
        return new CriterionResult(
                criterion,
                metric.value(),
                metric.interval(),
                metric.count(),
                metric.failed(),
                metric.unknown(),
                verdict,
                metric.reason());
    }

    private static Verdict verdict(Criterion criterion, double value, Interval interval) {
        if (Double.isNaN(value)) {
            return Verdict.UNDECIDED;
        }
        // A resampled interval need not contain the estimate; both must agree before anything is sure.
        double worst = criterion.worse(value, criterion.worse(interval.low(), interval.high()));
        double best = criterion.better(value, criterion.better(interval.low(), interval.high()));
        if (criterion.isKept(worst)) {
            return Verdict.PASS;
        }
        return criterion.isKept(best) ? Verdict.UNDECIDED : Verdict.FAIL;
    }

    /** Whether the load point's verdict depends on it: something was to be measured. */
    public boolean isJudged() {
        return !Double.isNaN(value) || unknown > 0;
    }

    /** Whether it is kept by its value alone, with enough values known. */
    public boolean isKept() {
        return reason.isEmpty() && criterion.isKept(value);
    }

    /** Whether its value is beyond the limit, with enough values known. */
    public boolean isBroken() {
        return isJudged() && reason.isEmpty() && !criterion.isKept(value);
    }

    /** How far it is beyond the limit: see {@link Criterion#excess}. */
    public double excess() {
        return criterion.excess(value);
    }
}
