package io.deskmeter.bench.hostile;

import org.jspecify.annotations.Nullable;

/**
 * What an honest user and the system saw in one second.
 *
 * @param phase what strangers did
 * @param at monotonic nanoseconds
 * @param bytes of the controller, proportional set size
 * @param restMillis of a request of this machine; null if it failed
 * @param loginMillis of a log-in at the port for HTTPS; null if it failed
 */
record HostileSample(
        String phase,
        long at,
        long bytes,
        @Nullable Double restMillis,
        @Nullable Double loginMillis) {
    double megabytes() {
        return bytes / (double) (1 << 20);
    }
}
