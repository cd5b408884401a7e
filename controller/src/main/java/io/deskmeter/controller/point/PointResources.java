package io.deskmeter.controller.point;

import org.jspecify.annotations.Nullable;

/**
 * The resource usage of a load point in its steady window. Except {@code generator}, of the hosts that run the
 * sessions, with equal weight; a host without an agent is unknown.
 *
 * @param samples how many samples it rests on; with 0 the other figures of these hosts mean nothing
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
 * @param generator the host of client agents on which Deskmeter's usage was highest, null if there were no samples
 * @param generatorPauseMs for how long a client agent stood still at most, of all hosts; null if nobody said
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
        double networkSentMbPerSecond,
        @Nullable Generator generator,
        @Nullable Double generatorPauseMs) {

    /** Without what is known of pauses. */
    public PointResources(
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
            double networkSentMbPerSecond,
            @Nullable Generator generator) {
        this(
                samples,
                cpuPercent,
                cpuMaxPercent,
                memoryUsedMb,
                memoryTotalMb,
                harnessCpuPercent,
                harnessMemoryMb,
                diskReadMbPerSecond,
                diskWrittenMbPerSecond,
                networkReceivedMbPerSecond,
                networkSentMbPerSecond,
                generator,
                null);
    }

    /**
     * A host that generates the load. With local desktops it also runs the sessions.
     *
     * @param host its name
     * @param samples how many samples it rests on
     * @param cpuPercent mean, of all its cores
     * @param harnessCpuPercent the part of it that Deskmeter used
     */
    public record Generator(String host, int samples, double cpuPercent, double harnessCpuPercent) {}

    /** For how long a client agent stood still at most, in milliseconds; NaN if unknown. */
    public double longestGeneratorPauseMs() {
        return generatorPauseMs == null ? Double.NaN : generatorPauseMs;
    }

    /** Deskmeter's share of all cores of the worst generator, 0 to 1; NaN if unknown. */
    public double generatorHarnessCpu() {
        return generator == null ? Double.NaN : generator.harnessCpuPercent() / 100;
    }
}
