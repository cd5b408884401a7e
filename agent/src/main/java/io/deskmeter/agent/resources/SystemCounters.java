package io.deskmeter.agent.resources;

/** The present counters of the machine and of this process. */
public interface SystemCounters {
    /** All cores together, since the machine started. */
    CpuTicks cpu();

    long memoryTotalBytes();

    long memoryAvailableBytes();

    /** CPU time of this process on all cores, nanoseconds. */
    long processCpuNanos();

    long processResidentBytes();

    int cores();

    /** Since the machine started; counters may be reset when a disk or an interface is added or removed. */
    Traffic traffic();

    /**
     * What went through the machine's disks and networks, in bytes.
     *
     * @param diskRead from all disks
     * @param diskWritten to all disks
     * @param networkReceived on all interfaces but loopback
     * @param networkSent on all interfaces but loopback
     */
    record Traffic(long diskRead, long diskWritten, long networkReceived, long networkSent) {}

    /** In any unit, as long as both have the same. */
    record CpuTicks(long busy, long total) {}
}
