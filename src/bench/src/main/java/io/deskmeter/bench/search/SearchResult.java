package io.deskmeter.bench.search;

import io.deskmeter.measure.Interval;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one search on one platform came to.
 *
 * @param knee true one
 * @param capacity found
 * @param interval of it, null if the strategy gives none
 * @param minutes of simulated time
 * @param logons made
 * @param path the load points in words, {@code 12 0.93}: sessions, and p95 over threshold of the group that was furthest
 */
record SearchResult(
        int knee, int capacity, @Nullable Interval interval, double minutes, int logons, List<String> path) {
    private static final double CLOSE = 0.05;

    SearchResult {
        path = List.copyOf(path);
    }

    /** Signed, as a share of the true knee. */
    double error() {
        return (capacity - knee) / (double) knee;
    }

    /** As {@link #close()}, or one session off. */
    boolean closeOrOne() {
        return close() || Math.abs(capacity - knee) <= 1;
    }

    /** As a share of the knee; infinite where no size is known to fail, NaN where the strategy gives no interval. */
    double intervalWidth() {
        return interval == null ? Double.NaN : (interval.high() - interval.low()) / knee;
    }

    boolean close() {
        return Math.abs(capacity - knee) <= CLOSE * knee;
    }
}
