package io.deskmeter.controller.samples;

import io.deskmeter.measure.Quantiles;
import io.deskmeter.measure.Statistics;
import io.deskmeter.workload.Better;
import io.deskmeter.workload.Metric;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The steady samples of one session at a load point; failed operations count as worse than any sample. Figures are null where nothing is known, and where too
 * much failed.
 *
 * @param session from 0
 * @param count known samples and failed operations
 * @param failed those of failed operations
 * @param unknown samples without a value
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

    /** The rows of one session: samples come by session. */
    private static final class Rows {
        private final List<Double> known = new ArrayList<>();
        private int unknown;
    }

    /** By session. */
    static List<MetricSession> of(Metric metric, MetricValues values, int loadPoint, Map<Integer, Integer> failed) {
        Map<Integer, Rows> sessions = new TreeMap<>();
        failed.keySet().forEach(session -> sessions.put(session, new Rows()));
        for (int row = 0; row < values.size(); row++) {
            if (values.counts(row, loadPoint)) {
                Rows rows = sessions.computeIfAbsent(values.session(row), session -> new Rows());
                if (values.known(row)) {
                    rows.known.add(values.value(row));
                } else {
                    rows.unknown++;
                }
            }
        }
        List<MetricSession> views = new ArrayList<>();
        sessions.forEach((session, rows) -> views.add(of(metric, session, rows, failed.getOrDefault(session, 0))));
        return views;
    }

    private static MetricSession of(Metric metric, int session, Rows rows, int failed) {
        double worst = metric.better() == Better.LOWER ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
        double[] all = new double[rows.known.size() + failed];
        Arrays.fill(all, worst);
        for (int i = 0; i < rows.known.size(); i++) {
            all[i] = rows.known.get(i);
        }
        Arrays.sort(all);
        return new MetricSession(
                session,
                all.length,
                failed,
                rows.unknown,
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
