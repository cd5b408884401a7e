package io.deskmeter.controller.run;

/**
 * What a load point cost, over its steady window.
 *
 * @param samples how many samples it rests on; with 0 the other figures mean nothing
 * @param cpuPercent mean, of all cores of the machine under load, 0 to 100
 * @param cpuMaxPercent highest sample
 * @param memoryUsedMb mean, in 2^20 bytes
 * @param memoryTotalMb in 2^20 bytes
 * @param harnessCpuPercent mean, of all cores: agent, and controller where it shares the machine
 * @param harnessMemoryMb mean, in 2^20 bytes
 * @param diskReadMbPerSecond mean, in 2^20 bytes per second; 0, like the three below, also where nobody said
 * @param diskWrittenMbPerSecond mean
 * @param networkReceivedMbPerSecond mean
 * @param networkSentMbPerSecond mean
 */
public record PointResources(
        int samples,
        double cpuPercent,
        double cpuMaxPercent,
        double memoryUsedMb,
        double memoryTotalMb,
        double harnessCpuPercent,
        double harnessMemoryMb,
        double diskReadMbPerSecond,
        double diskWrittenMbPerSecond,
        double networkReceivedMbPerSecond,
        double networkSentMbPerSecond) {}
