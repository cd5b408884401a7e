package io.deskmeter.controller.ingest;

import io.deskmeter.controller.run.fact.ResourceFact;
import io.deskmeter.link.v1.ResourceSample;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A resource sample as an agent sends it, and what is known by it. A figure that cannot be one, such as a load that is
 * no number, is never stored: means, bounds and checks of a run would take it for a value below their limit.
 */
final class ReceivedResources {
    private static final double MOST_PERCENT = 100;

    private ReceivedResources() {}

    /** Why it is not stored; empty if it can be. */
    static Optional<String> fault(ResourceSample sample) {
        return notALoad("host_cpu_percent", sample.getHostCpuPercent())
                .or(() -> notALoad("harness_cpu_percent", sample.getHarnessCpuPercent()))
                .or(() -> notACount(sample));
    }

    private static Optional<String> notALoad(String what, double percent) {
        return Double.isFinite(percent)
                ? Optional.empty()
                : Optional.of(what + ": " + percent + " (expected: 0 to " + (int) MOST_PERCENT + ")");
    }

    /** Beyond the range of a signed number, they are negative here. */
    private static Optional<String> notACount(ResourceSample sample) {
        boolean counts = Stream.of(
                        sample.getHostMemoryUsedBytes(),
                        sample.getHostMemoryTotalBytes(),
                        sample.getHarnessMemoryBytes(),
                        sample.getDiskReadBytesPerSecond(),
                        sample.getDiskWrittenBytesPerSecond(),
                        sample.getNetworkReceivedBytesPerSecond(),
                        sample.getNetworkSentBytesPerSecond(),
                        sample.getLongestPauseNanos())
                .allMatch(count -> count >= 0);
        return counts ? Optional.empty() : Optional.of("a number of bytes or nanoseconds beyond 2^63 (expected: less)");
    }

    /**
     * What is known by one without a {@linkplain #fault fault}. The counters of a machine are not read at one moment,
     * so a load may be a little beyond its range.
     *
     * @param at its time
     */
    static ResourceFact fact(ResourceSample sample, Instant at) {
        return new ResourceFact(
                at,
                load(sample.getHostCpuPercent()),
                load(sample.getHarnessCpuPercent()),
                sample.getHostMemoryUsedBytes(),
                sample.getHostMemoryTotalBytes(),
                sample.getHarnessMemoryBytes(),
                sample.getDiskReadBytesPerSecond(),
                sample.getDiskWrittenBytesPerSecond(),
                sample.getNetworkReceivedBytesPerSecond(),
                sample.getNetworkSentBytesPerSecond(),
                sample.getLongestPauseNanos() == 0 ? null : (Double) (sample.getLongestPauseNanos() / 1e6));
    }

    private static double load(double percent) {
        return Math.max(0, Math.min(MOST_PERCENT, percent));
    }
}
