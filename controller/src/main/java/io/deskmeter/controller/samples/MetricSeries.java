package io.deskmeter.controller.samples;

import io.deskmeter.controller.columns.TimeSpans;
import io.deskmeter.measure.statistics.Quantiles;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A metric over time.
 *
 * @param from begin of the first span
 * @param to begin of the last sample
 * @param bucketSeconds length of a span
 * @param points spans in which a sample began
 */
public record MetricSeries(Instant from, Instant to, long bucketSeconds, List<MetricPoint> points) {
    public MetricSeries {
        points = List.copyOf(points);
    }

    /**
     * The samples that began in one span; quantiles are null where none of them is known.
     *
     * @param at its begin
     * @param count known samples
     * @param unknown samples without a value
     */
    public record MetricPoint(
            Instant at,
            int count,
            int unknown,
            @Nullable Double min,
            @Nullable Double p5,
            @Nullable Double p50,
            @Nullable Double p95,
            @Nullable Double max) {}

    /** @param steady whether only what counts, or only what does not; null for all */
    static MetricSeries of(MetricValues values, @Nullable Boolean steady, int buckets) {
        List<Integer> rows = new ArrayList<>();
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (int row = 0; row < values.size(); row++) {
            if (values.micros(row) != MetricValues.NO_INSTANT && (steady == null || steady == values.steady(row))) {
                rows.add(row);
                first = Math.min(first, values.micros(row));
                last = Math.max(last, values.micros(row));
            }
        }
        if (rows.isEmpty()) {
            return new MetricSeries(Instant.EPOCH, Instant.EPOCH, 1, List.of());
        }
        TimeSpans spans = TimeSpans.of(first, last, buckets);
        return new MetricSeries(
                instant(spans.fromMicros()), instant(last), spans.seconds(), points(values, rows, spans));
    }

    private static List<MetricPoint> points(MetricValues values, List<Integer> rows, TimeSpans spans) {
        int[] count = new int[spans.count()];
        int[] unknown = new int[spans.count()];
        for (int row : rows) {
            int span = spans.index(values.micros(row));
            if (values.known(row)) {
                count[span]++;
            } else {
                unknown[span]++;
            }
        }
        double[][] known = new double[spans.count()][];
        Arrays.setAll(known, span -> new double[count[span]]);
        int[] next = new int[spans.count()];
        for (int row : rows) {
            int span = spans.index(values.micros(row));
            if (values.known(row)) {
                known[span][next[span]++] = values.value(row);
            }
        }
        List<MetricPoint> points = new ArrayList<>();
        for (int span = 0; span < known.length; span++) {
            if (count[span] + unknown[span] > 0) {
                Arrays.sort(known[span]);
                points.add(point(instant(spans.start(span)), known[span], unknown[span]));
            }
        }
        return points;
    }

    private static MetricPoint point(Instant at, double[] sorted, int unknown) {
        return new MetricPoint(
                at,
                sorted.length,
                unknown,
                quantile(sorted, 0),
                quantile(sorted, 0.05),
                quantile(sorted, 0.5),
                quantile(sorted, 0.95),
                quantile(sorted, 1));
    }

    private static @Nullable Double quantile(double[] sorted, double q) {
        return sorted.length == 0 ? null : Double.valueOf(Quantiles.of(sorted, q));
    }

    private static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }
}
