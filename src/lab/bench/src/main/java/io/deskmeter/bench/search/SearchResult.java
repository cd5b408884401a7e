package io.deskmeter.bench.search;

import io.deskmeter.measure.statistics.Interval;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of one search on one platform.
 *
 * @param knee the true one
 * @param capacity found
 * @param interval of it, null if the strategy gives none
 * @param minutes of simulated time
 * @param logons made
 * @param path the load points as text, {@code 12 0.93}: sessions, and the largest p95 / threshold of a group
 */
record SearchResult(
        int knee, int capacity, @Nullable Interval interval, double minutes, int logons, List<String> path) {
    private static final double CLOSE = 0.05;

    SearchResult {
        path = List.copyOf(path);
    }

    /** The signed error as a share of the true knee. */
    double error() {
        return (capacity - knee) / (double) knee;
    }

    /** Like {@link #close()}, or with an error of one session. */
    boolean closeOrOne() {
        return close() || Math.abs(capacity - knee) <= 1;
    }

    /**
     * The interval's width as a share of the knee; infinite if no size is known to fail, NaN if the strategy gives no
     * interval.
     */
    double intervalWidth() {
        return interval == null ? Double.NaN : (interval.high() - interval.low()) / knee;
    }

    boolean close() {
        return Math.abs(capacity - knee) <= CLOSE * knee;
    }
}
