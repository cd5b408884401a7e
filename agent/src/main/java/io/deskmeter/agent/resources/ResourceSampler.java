package io.deskmeter.agent.resources;

import java.time.InstantSource;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Computes shares of the time between two samples from counters. Used by one thread. */
public final class ResourceSampler {
    private final SystemCounters probe;
    private final LongSupplier nanoTime;
    private final InstantSource wall;
    private final LongSupplier longestPause;
    private @Nullable Reading last;

    /**
     * Without a sample.
     *
     * @param longestPause of this process since the last call, in nanoseconds; 0 if it does not watch itself
     */
    public ResourceSampler(SystemCounters probe, LongSupplier nanoTime, InstantSource wall, LongSupplier longestPause) {
        this.longestPause = longestPause;
        this.probe = probe;
        this.nanoTime = nanoTime;
        this.wall = wall;
    }

    private record Reading(
            long at, SystemCounters.CpuTicks cpu, long processCpuNanos, SystemCounters.Traffic traffic) {}

    /** Empty for the first sample, and if no time has passed, because a share needs two readings. */
    public Optional<ResourceUsage> sample() {
        Reading now = new Reading(nanoTime.getAsLong(), probe.cpu(), probe.processCpuNanos(), probe.traffic());
        Reading before = last;
        last = now;
        if (before == null || now.at <= before.at || now.cpu.total() <= before.cpu.total()) {
            return Optional.empty();
        }
        long total = probe.memoryTotalBytes();
        return Optional.of(new ResourceUsage(
                wall.instant(),
                percent(now.cpu.busy() - before.cpu.busy(), now.cpu.total() - before.cpu.total()),
                total - probe.memoryAvailableBytes(),
                total,
                percent(now.processCpuNanos - before.processCpuNanos, (now.at - before.at) * probe.cores()),
                probe.processResidentBytes(),
                perSecond(before, now),
                longestPause.getAsLong()));
    }

    private static SystemCounters.Traffic perSecond(Reading before, Reading now) {
        double seconds = (now.at - before.at) / 1e9;
        return new SystemCounters.Traffic(
                rate(before.traffic.diskRead(), now.traffic.diskRead(), seconds),
                rate(before.traffic.diskWritten(), now.traffic.diskWritten(), seconds),
                rate(before.traffic.networkReceived(), now.traffic.networkReceived(), seconds),
                rate(before.traffic.networkSent(), now.traffic.networkSent(), seconds));
    }

    /** A counter that decreased was reset: the value of this interval is unknown. */
    private static long rate(long before, long now, double seconds) {
        return now < before ? 0 : Math.round((now - before) / seconds);
    }

    private static double percent(long part, long whole) {
        return 100.0 * part / whole;
    }
}
