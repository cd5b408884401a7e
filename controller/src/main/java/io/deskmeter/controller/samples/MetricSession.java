package io.deskmeter.controller.samples;

import io.deskmeter.measure.statistics.Quantiles;
import io.deskmeter.measure.statistics.Statistics;
import io.deskmeter.measure.timing.SampledSession;
import io.deskmeter.workload.metric.Metric;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The steady samples of one session at a load point; those that the platform lost count as worse than any other.
 * Figures are null where nothing is known, and where too much was lost.
 *
 * @param session from 0
 * @param count known samples and lost ones
 * @param failed those that the platform lost
 * @param unknown samples without a value, and those that Deskmeter itself spoilt or lost
 * @param value of the metric's statistic
 */
public record MetricSession(
        int session,
        int count,
        int failed,
        int unknown,
        @Nullable Double value,
        @Nullable Double p5,
        @Nullable Double p50,
        @Nullable Double p95) {

    /** By session. */
    static List<MetricSession> of(Metric metric, List<SampledSession> sessions) {
        return sessions.stream().map(session -> of(metric, session)).toList();
    }

    private static MetricSession of(Metric metric, SampledSession session) {
        double[] all = session.values();
        return new MetricSession(
                session.session(),
                all.length,
                session.failed(),
                session.unknown(),
                finite(Statistics.of(metric.statistic(), all)),
                quantile(all, 0.05),
                quantile(all, 0.5),
                quantile(all, 0.95));
    }

    private static @Nullable Double quantile(double[] sorted, double q) {
        return sorted.length == 0 ? null : finite(Quantiles.of(sorted, q));
    }

    private static @Nullable Double finite(double value) {
        return Double.isFinite(value) ? value : null;
    }
}
