package io.deskmeter.agent.resources;

import java.time.Instant;

/**
 * One sample of a machine's resources.
 *
 * @param wall a label
 * @param hostCpuPercent of all cores since the sample before, 0 to 100; waiting for disks counts as idle
 * @param hostMemoryUsedBytes total − available
 * @param hostMemoryTotalBytes of the machine
 * @param harnessCpuPercent of all cores since the sample before: the agent's own process
 * @param harnessMemoryBytes resident set of the agent's own process
 * @param perSecond what the machine's disks and networks moved since the sample before, in bytes per second
 * @param longestPauseNanos for how long the agent's own process stood still at most since the sample before; 0 if it
 *     does not watch itself
 */
public record ResourceUsage(
        Instant wall,
        double hostCpuPercent,
        long hostMemoryUsedBytes,
        long hostMemoryTotalBytes,
        double harnessCpuPercent,
        long harnessMemoryBytes,
        SystemCounters.Traffic perSecond,
        long longestPauseNanos) {}
