package io.deskmeter.measure.point;

import io.deskmeter.measure.statistics.Bootstrap;
import io.deskmeter.measure.statistics.Interval;
import io.deskmeter.measure.statistics.SeriesValues;
import io.deskmeter.measure.timing.Ending;
import io.deskmeter.measure.timing.Logon;
import io.deskmeter.workload.metric.Statistic;
import java.util.List;

/**
 * The logons that a load point asked for. One that was refused, never came, or was lost is infinitely slow; one that a
 * load point left no time for does not count.
 *
 * @param count logons that enter the quantiles
 * @param failed those of them that did not succeed
 * @param notDelivered logons of which Deskmeter itself lost the result; not in {@code count}
 * @param p50Ms median in milliseconds, NaN where nobody logged on
 * @param p95Ms 95th percentile in milliseconds
 * @param interval 95 % interval of {@code p95Ms}
 * @param p95BestMs the same as {@code p95Ms} if those that were not delivered had taken no time
 * @param p95WorstMs the same if they had failed
 * @param queuedP95Ms 95th percentile of how long their starts had waited in their agents, in milliseconds; NaN where
 *     nobody says
 */
public record LogonSummary(
        int count,
        int failed,
        int notDelivered,
        double p50Ms,
        double p95Ms,
        Interval interval,
        double p95BestMs,
        double p95WorstMs,
        double queuedP95Ms) {
    /** Where nobody logged on. */
    public static final LogonSummary NONE = of(List.of(), Bootstrap.DEFAULT, 0);

    /**
     * Of some logons.
     *
     * @param seed of the resampling: equal input and seed give equal figures
     */
    public static LogonSummary of(List<Logon> logons, Bootstrap bootstrap, long seed) {
        SeriesValues.Builder values = new SeriesValues.Builder(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);
        int failed = 0;
        for (Logon logon : logons) {
            if (logon.ending() == Ending.ENDED_EARLY) {
                continue;
            }
            if (logon.ending().isOpen()) {
                values.open(logon.session(), 0, 1);
            } else if (logon.ending().isLoss()) {
                failed++;
                values.losses(logon.session(), 1);
            } else {
                values.known(logon.session(), logon.millis());
            }
        }
        SeriesValues built = values.build();
        SeriesValues.Estimate p95 = built.estimate(Statistic.P95, Double.POSITIVE_INFINITY, bootstrap, seed);
        return new LogonSummary(
                built.count(),
                failed,
                built.open(),
                Responses.quantile(built.sorted(), 0.5),
                p95.value(),
                p95.interval(),
                p95.best(),
                p95.worst(),
                queued(logons));
    }

    private static double queued(List<Logon> logons) {
        double[] sorted = logons.stream()
                .mapToDouble(Logon::queuedMs)
                .filter(queued -> !Double.isNaN(queued))
                .sorted()
                .toArray();
        return Responses.quantile(sorted, 0.95);
    }
}
