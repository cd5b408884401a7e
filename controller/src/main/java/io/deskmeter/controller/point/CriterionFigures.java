package io.deskmeter.controller.point;

import io.deskmeter.measure.point.Criterion;
import io.deskmeter.measure.point.CriterionResult;
import io.deskmeter.measure.point.Verdict;
import io.deskmeter.measure.statistics.Interval;
import io.swagger.v3.oas.annotations.media.Schema;

/**
 * What a load point showed of a criterion: the p95 of group A, that of group B, or a metric with a limit.
 *
 * @param criterion {@code groupA.p95}, {@code groupB.p95}, or the id of a metric
 * @param title for people
 * @param unit of value and limit
 * @param better {@code lower} or {@code higher}
 * @param statistic {@code p95}, {@code p5}, …
 * @param limit what the value must reach where higher is better, and must not exceed where lower is
 * @param value of the statistic
 * @param interval 95 % interval of {@code value}; with unknown values it holds whatever those were
 * @param best what {@code value} is if all unknown values were as good as they may be
 * @param worst what it is if they were as bad as they may be
 * @param count values that entered the statistic, those of failed operations included
 * @param failed those of failed operations
 * @param unknown values that are not known; not in {@code count}
 * @param judged whether anything was to be measured
 * @param kept by the value alone
 * @param verdict with regard to the interval
 * @param reason why nothing can be said; empty where the interval alone decides
 */
@Schema(name = "ReportCriterion")
public record CriterionFigures(
        String criterion,
        String title,
        String unit,
        String better,
        String statistic,
        double limit,
        double value,
        Interval interval,
        double best,
        double worst,
        int count,
        int failed,
        int unknown,
        boolean judged,
        boolean kept,
        Verdict verdict,
        String reason) {
    /** From the judge's result. */
    public static CriterionFigures of(CriterionResult result) {
        Criterion criterion = result.criterion();
        return new CriterionFigures(
                criterion.id(),
                criterion.title(),
                criterion.unit(),
                criterion.better().word(),
                criterion.statistic().word(),
                criterion.limit(),
                result.value(),
                result.interval(),
                result.best(),
                result.worst(),
                result.count(),
                result.failed(),
                result.unknown(),
                result.isJudged(),
                result.isKept(),
                result.verdict(),
                result.reason());
    }

    /** Whether it is that of a metric, and not of a group or of logons; ids of metrics have no dots. */
    public boolean ofMetric() {
        return !criterion.contains(".");
    }
}
