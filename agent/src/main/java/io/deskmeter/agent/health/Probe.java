package io.deskmeter.agent.health;

/** Counters of the machine and of this process, as they stand now. */
public interface Probe {
    /** All cores together, since the machine started. */
    CpuTicks cpu();

    long memoryTotalBytes();

    long memoryAvailableBytes();

    /** CPU time of this process on all cores, nanoseconds. */
    long processCpuNanos();

    long processResidentBytes();

    int cores();

    /** In any unit, as long as both have the same. */
    record CpuTicks(long busy, long total) {}
}
