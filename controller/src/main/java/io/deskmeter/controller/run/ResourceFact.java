package io.deskmeter.controller.run;

import java.time.Instant;

/**
 * What a machine was busy with.
 *
 * @param at a label
 * @param hostCpuPercent of all cores, 0 to 100
 * @param harnessCpuPercent of all cores: agent, and controller where it shares the machine
 * @param memoryUsedBytes of the machine
 * @param memoryTotalBytes of the machine
 * @param harnessMemoryBytes of the agent's process
 */
public record ResourceFact(
        Instant at,
        double hostCpuPercent,
        double harnessCpuPercent,
        long memoryUsedBytes,
        long memoryTotalBytes,
        long harnessMemoryBytes) {}
