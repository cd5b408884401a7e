package io.deskmeter.measure.timing;

import io.deskmeter.workload.metric.Metric;
import io.deskmeter.workload.metric.MetricSource;

/** How many samples an operation gives. */
public final class SampledSeconds {
    private static final long SECOND = 1_000_000_000;

    private SampledSeconds() {}

    /** Whole seconds of an answered operation, from its first input on; one where it took less. */
    public static int of(Timing timing) {
        return (int) Math.max(1, timing.responseNanos() / SECOND);
    }

    /** Whether each of its seconds gives a sample of a metric; otherwise it gives one sample. */
    public static boolean gives(Metric metric) {
        return MetricSource.of(metric.source())
                .filter(MetricSource::samplesSeconds)
                .isPresent();
    }
}
