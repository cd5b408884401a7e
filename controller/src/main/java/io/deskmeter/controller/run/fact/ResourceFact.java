package io.deskmeter.controller.run.fact;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A resource sample of a machine.
 *
 * @param at a label
 * @param hostCpuPercent of all cores, 0 to 100
 * @param harnessCpuPercent of all cores: the agents there, and the controller where it shares the machine
 * @param memoryUsedBytes of the machine
 * @param memoryTotalBytes of the machine
 * @param harnessMemoryBytes of the agents' processes
 * @param diskReadBytesPerSecond of all disks; 0, like the three below, also where an agent does not say
 * @param diskWrittenBytesPerSecond of all disks
 * @param networkReceivedBytesPerSecond of all interfaces but loopback
 * @param networkSentBytesPerSecond of all interfaces but loopback
 * @param longestPauseMs for how long an agent's process stood still at most since the previous sample; null where
 *     nobody says
 */
public record ResourceFact(
        Instant at,
        double hostCpuPercent,
        double harnessCpuPercent,
        long memoryUsedBytes,
        long memoryTotalBytes,
        long harnessMemoryBytes,
        long diskReadBytesPerSecond,
        long diskWrittenBytesPerSecond,
        long networkReceivedBytesPerSecond,
        long networkSentBytesPerSecond,
        @Nullable Double longestPauseMs) {

    /** A sample that says nothing of pauses. */
    public ResourceFact(
            Instant at,
            double hostCpuPercent,
            double harnessCpuPercent,
            long memoryUsedBytes,
            long memoryTotalBytes,
            long harnessMemoryBytes,
            long diskReadBytesPerSecond,
            long diskWrittenBytesPerSecond,
            long networkReceivedBytesPerSecond,
            long networkSentBytesPerSecond) {
        this(
                at,
                hostCpuPercent,
                harnessCpuPercent,
                memoryUsedBytes,
                memoryTotalBytes,
                harnessMemoryBytes,
                diskReadBytesPerSecond,
                diskWrittenBytesPerSecond,
                networkReceivedBytesPerSecond,
                networkSentBytesPerSecond,
                null);
    }

    /** The same with more of the harness on the machine, in percent of all cores. */
    public ResourceFact withHarnessCpu(double more) {
        return new ResourceFact(
                at,
                hostCpuPercent,
                harnessCpuPercent + more,
                memoryUsedBytes,
                memoryTotalBytes,
                harnessMemoryBytes,
                diskReadBytesPerSecond,
                diskWrittenBytesPerSecond,
                networkReceivedBytesPerSecond,
                networkSentBytesPerSecond,
                longestPauseMs);
    }
}
