package io.deskmeter.controller.run;

import io.deskmeter.controller.run.RunJournal.PointRecord;
import io.deskmeter.measure.GroupSummary;
import io.deskmeter.measure.LimitingFactor;
import io.deskmeter.measure.LoadPointSummary;
import io.deskmeter.measure.PointFailure;
import io.deskmeter.measure.PointSessions;
import io.deskmeter.measure.Verdict;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A judged load point as shown by REST.
 *
 * @param index from 1
 * @param sessions that were to work
 * @param verdict {@code pass}, {@code fail}, or {@code pass, uncertain} and {@code fail, uncertain} where the interval straddles a threshold
 * @param pass by the point estimates
 * @param extensions how often it was measured longer
 * @param discarded sessions
 * @param failed operations of groups A and B
 * @param a group A
 * @param b group B
 * @param desktopsWithinThresholds the second wording of the score
 * @param limitedBy the operation that broke a threshold, {@code calc/compute}, behind the id of a metric whose limit broke; or why the platform did not carry the point at all; null where
 *     nothing did
 * @param failure why it failed whatever its timings say, {@code sessions-lost}; null if they decide
 * @param endedEarly why it was judged before all that counts was worked, because it had failed already; null if it was measured to its end
 * @param lostOperations of discarded sessions that have no timing and count as failed
 * @param missingTimings of sessions that were there, which never came and count as failed: the point was judged without them
 * @param leastWorking the smallest number of sessions that worked at a time while iterations counted; null if none ever counted
 * @param meanWorking their mean
 * @param resources what it cost
 * @param criteria all that it was judged by: those of the groups A and B, then one for each limit of a metric
 */
public record PointView(
        int index,
        int sessions,
        String verdict,
        boolean pass,
        int extensions,
        int discarded,
        int failed,
        GroupView a,
        GroupView b,
        int desktopsWithinThresholds,
        @Nullable String limitedBy,
        @Nullable String failure,
        @Nullable String endedEarly,
        int lostOperations,
        int missingTimings,
        @Nullable Integer leastWorking,
        @Nullable Double meanWorking,
        PointResources resources,
        List<CriterionView> criteria) {

    /**
     * A group. Quantiles are null if nothing was measured, or if too many operations failed.
     *
     * @param count operations that ended
     * @param failed of them
     * @param p50Ms median in milliseconds
     * @param p95Ms 95th percentile in milliseconds
     * @param p95Low lower end of its 95 % interval
     * @param p95High upper end of its 95 % interval
     */
    public record GroupView(
            int count,
            int failed,
            @Nullable Double p50Ms,
            @Nullable Double p95Ms,
            @Nullable Double p95Low,
            @Nullable Double p95High) {
        static GroupView of(GroupSummary group) {
            return new GroupView(
                    group.count(),
                    group.failed(),
                    finite(group.p50Ms()),
                    finite(group.p95Ms()),
                    finite(group.p95Ci().low()),
                    finite(group.p95Ci().high()));
        }
    }

    /** The view of a stored point and what it was judged to be. */
    public static PointView of(PointRecord record, LoadPointSummary summary) {
        PointSessions worked = record.worked();
        return new PointView(
                record.number() + 1,
                record.sessions(),
                verdict(summary),
                summary.pass(),
                record.extensions(),
                summary.discarded(),
                summary.a().failed() + summary.b().failed(),
                GroupView.of(summary.a()),
                GroupView.of(summary.b()),
                summary.desktopsWithinThresholds(),
                limitedBy(summary),
                summary.failure() == null ? null : summary.failure().kind().label(),
                record.endedEarly().isEmpty() ? null : record.endedEarly(),
                summary.lostOperations(),
                summary.missingTimings(),
                worked.leastWorking() == PointSessions.UNKNOWN ? null : Integer.valueOf(worked.leastWorking()),
                finite(worked.meanWorking()),
                record.resources(),
                summary.criteria().stream().map(CriterionView::of).toList());
    }

    private static @Nullable String limitedBy(LoadPointSummary summary) {
        PointFailure failure = summary.failure();
        if (failure != null) {
            return failure.words();
        }
        LimitingFactor limit = summary.limitedBy();
        if (limit == null) {
            return null;
        }
        return limit.group() == null
                ? limit.criterion().id() + (limit.operation().isEmpty() ? "" : ", " + limit.operationLabel())
                : limit.operationLabel();
    }

    /** A verdict in words. */
    static String verdict(LoadPointSummary summary) {
        if (summary.verdict() != Verdict.UNDECIDED) {
            return summary.verdict().name().toLowerCase(Locale.ROOT);
        }
        return summary.pass() ? "pass, uncertain" : "fail, uncertain";
    }

    /** JSON has neither infinity nor NaN. */
    static @Nullable Double finite(double value) {
        return Double.isFinite(value) ? value : null;
    }
}
