package io.deskmeter.controller.fleet;

import java.time.Instant;

/**
 * The resource usage of an agent's machine in the latest second.
 *
 * @param at a label, by the agent's clock
 * @param cpuPct of all cores, 0 to 100
 * @param harnessCpuPct the agent's own share of that
 * @param memUsedMb MiB that programs cannot have
 * @param memTotalMb MiB
 */
public record AgentLoad(Instant at, double cpuPct, double harnessCpuPct, double memUsedMb, double memTotalMb) {}
