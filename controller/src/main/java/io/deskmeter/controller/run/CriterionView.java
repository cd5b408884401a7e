package io.deskmeter.controller.run;

import io.deskmeter.measure.Criterion;
import io.deskmeter.measure.CriterionResult;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A criterion of a load point as shown by REST.
 *
 * @param criterion {@code groupA.p95}, {@code groupB.p95}, or the id of a metric
 * @param title for people
 * @param unit of values and limit
 * @param better {@code lower} or {@code higher}
 * @param statistic {@code p95}, {@code p5}, …
 * @param limit what the value must reach where higher is better, and must not exceed where lower is
 * @param value of the statistic; null where nothing was measured, and where too much failed
 * @param low lower end of its 95 % interval
 * @param high upper end of its 95 % interval
 * @param count values that entered the statistic, those of failed operations included
 * @param failed those of failed operations
 * @param unknown values that are not known
 * @param judged whether anything was to be measured
 * @param kept by the value alone
 * @param verdict {@code pass}, {@code fail} or {@code undecided}, with regard to the interval
 * @param reason why nothing can be said; empty where the interval alone decides
 */
@Schema(name = "Criterion")
public record CriterionView(
        String criterion,
        String title,
        String unit,
        String better,
        String statistic,
        double limit,
        @Nullable Double value,
        @Nullable Double low,
        @Nullable Double high,
        int count,
        int failed,
        int unknown,
        boolean judged,
        boolean kept,
        String verdict,
        String reason) {
    /** Whether it is the threshold of a group; ids of metrics have no dots. */
    public boolean ofGroup() {
        return criterion.contains(".");
    }

    static CriterionView of(CriterionResult result) {
        Criterion criterion = result.criterion();
        return new CriterionView(
                criterion.id(),
                criterion.title(),
                criterion.unit(),
                criterion.better().word(),
                criterion.statistic().word(),
                criterion.limit(),
                PointView.finite(result.value()),
                PointView.finite(result.interval().low()),
                PointView.finite(result.interval().high()),
                result.count(),
                result.failed(),
                result.unknown(),
                result.isJudged(),
                result.isKept(),
                result.verdict().name().toLowerCase(Locale.ROOT),
                result.reason());
    }
}
