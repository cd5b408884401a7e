package io.deskmeter.bench.metrics;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * CPU time of one session's executor, by what it was spent on. Used on that executor only, which one thread at a time
 * is.
 */
final class Costs {
    private static final double NANOS_PER_MILLI = 1e6;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private long lookingNanos;
    private long metricsNanos;

    /** CPU time of the calling thread in nanoseconds. */
    long now() {
        return threads.getCurrentThreadCpuTime();
    }

    void looked(long since) {
        lookingNanos += now() - since;
    }

    void measured(long since) {
        metricsNanos += now() - since;
    }

    /** What was spent so far does not count: the program had just started. */
    void reset() {
        lookingNanos = 0;
        metricsNanos = 0;
    }

    double lookingMs() {
        return lookingNanos / NANOS_PER_MILLI;
    }

    double metricsMs() {
        return metricsNanos / NANOS_PER_MILLI;
    }
}
