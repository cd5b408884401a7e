package io.deskmeter.controller.web.result;

import io.deskmeter.controller.run.fact.ResourceFact;
import io.deskmeter.controller.run.port.AgentPort;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * The resource usage of the agents' machines over time.
 *
 * @param bucketSeconds length of a span
 * @param agents by id
 */
record ResourceSeries(long bucketSeconds, List<AgentResources> agents) {
    private static final double MIB = 1 << 20;

    /** One agent; spans without samples have no point. */
    record AgentResources(String agent, String host, List<ResourcePoint> points) {}

    /**
     * Means over a span; MiB, MiB/s and percent of all cores.
     *
     * @param at its begin
     * @param cpuMaxPct the highest sample
     */
    record ResourcePoint(
            Instant at,
            double cpuPct,
            double cpuMaxPct,
            double harnessCpuPct,
            double memUsedMb,
            double memTotalMb,
            double diskReadMbPerS,
            double diskWrittenMbPerS,
            double networkReceivedMbPerS,
            double networkSentMbPerS) {}

    /**
     * Of samples.
     *
     * @param byAgent oldest first
     * @param buckets most spans
     */
    static ResourceSeries of(Map<String, List<ResourceFact>> byAgent, List<AgentPort.Reserved> agents, int buckets) {
        Instant first = Instant.MAX;
        Instant last = Instant.MIN;
        for (List<ResourceFact> samples : byAgent.values()) {
            Instant begin = samples.get(0).at();
            Instant end = samples.get(samples.size() - 1).at();
            first = begin.isBefore(first) ? begin : first;
            last = end.isAfter(last) ? end : last;
        }
        if (byAgent.isEmpty()) {
            return new ResourceSeries(1, List.of());
        }
        Instant from = first;
        long seconds = Math.max(1, Duration.between(first, last).toSeconds() / buckets + 1);
        Map<String, String> hosts =
                agents.stream().collect(Collectors.toMap(AgentPort.Reserved::id, AgentPort.Reserved::host));
        List<AgentResources> series = new ArrayList<>();
        byAgent.forEach((agent, samples) ->
                series.add(new AgentResources(agent, hosts.getOrDefault(agent, ""), points(samples, from, seconds))));
        return new ResourceSeries(seconds, series);
    }

    private static List<ResourcePoint> points(List<ResourceFact> samples, Instant from, long seconds) {
        Map<Long, List<ResourceFact>> spans = samples.stream()
                .collect(Collectors.groupingBy(
                        sample -> Duration.between(from, sample.at()).toSeconds() / seconds,
                        LinkedHashMap::new,
                        Collectors.toList()));
        List<ResourcePoint> points = new ArrayList<>();
        spans.forEach((span, of) -> points.add(point(from.plusSeconds(span * seconds), of)));
        return points;
    }

    private static ResourcePoint point(Instant at, List<ResourceFact> samples) {
        return new ResourcePoint(
                at,
                mean(samples, ResourceFact::hostCpuPercent),
                samples.stream().mapToDouble(ResourceFact::hostCpuPercent).max().orElse(0),
                mean(samples, ResourceFact::harnessCpuPercent),
                mean(samples, fact -> fact.memoryUsedBytes() / MIB),
                mean(samples, fact -> fact.memoryTotalBytes() / MIB),
                mean(samples, fact -> fact.diskReadBytesPerSecond() / MIB),
                mean(samples, fact -> fact.diskWrittenBytesPerSecond() / MIB),
                mean(samples, fact -> fact.networkReceivedBytesPerSecond() / MIB),
                mean(samples, fact -> fact.networkSentBytesPerSecond() / MIB));
    }

    private static double mean(List<ResourceFact> samples, ToDoubleFunction<ResourceFact> figure) {
        return samples.stream().mapToDouble(figure).average().orElse(0);
    }
}
