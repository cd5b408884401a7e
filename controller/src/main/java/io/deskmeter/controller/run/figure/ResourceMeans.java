package io.deskmeter.controller.run.figure;

import io.deskmeter.controller.point.PointResources;
import io.deskmeter.controller.run.fact.HostSample;
import io.deskmeter.controller.run.fact.ResourceFact;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The mean resource usage of each host in a steady window: the figures of generators and of the hosts that run the
 * sessions are never averaged together. Owned by the run's mailbox.
 */
public final class ResourceMeans {
    private static final double MIB = 1024.0 * 1024.0;

    private final Map<String, Host> hosts = new TreeMap<>();

    /** Sums of one host's samples. */
    private static final class Host {
        private final String name;
        private boolean generatesLoad;
        private boolean holdsSessions;
        private int samples;
        private double hostCpu;
        private double hostCpuMax;
        private double harnessCpu;
        private double memoryUsed;
        private double memoryTotal;
        private double harnessMemory;
        private double diskRead;
        private double diskWritten;
        private double networkReceived;
        private double networkSent;
        private double pauseMax = Double.NaN;

        Host(String name) {
            this.name = name;
        }

        void add(HostSample sample) {
            ResourceFact fact = sample.load();
            generatesLoad |= sample.generatesLoad();
            holdsSessions |= sample.holdsSessions();
            samples++;
            hostCpu += fact.hostCpuPercent();
            hostCpuMax = Math.max(hostCpuMax, fact.hostCpuPercent());
            harnessCpu += fact.harnessCpuPercent();
            memoryUsed += fact.memoryUsedBytes() / MIB;
            memoryTotal = Math.max(memoryTotal, fact.memoryTotalBytes() / MIB);
            harnessMemory += fact.harnessMemoryBytes() / MIB;
            diskRead += fact.diskReadBytesPerSecond() / MIB;
            diskWritten += fact.diskWrittenBytesPerSecond() / MIB;
            networkReceived += fact.networkReceivedBytesPerSecond() / MIB;
            Double pause = fact.longestPauseMs();
            if (pause != null) {
                pauseMax = Double.isNaN(pauseMax) ? pause : Math.max(pauseMax, pause);
            }
            networkSent += fact.networkSentBytesPerSecond() / MIB;
        }
    }

    public void add(HostSample sample) {
        hosts.computeIfAbsent(sample.host(), Host::new).add(sample);
    }

    public void clear() {
        hosts.clear();
    }

    /** The figures so far. */
    public PointResources view() {
        List<Host> holding =
                hosts.values().stream().filter(host -> host.holdsSessions).toList();
        Optional<Host> worst = hosts.values().stream()
                .filter(host -> host.generatesLoad)
                .max(Comparator.comparingDouble(host -> host.harnessCpu / host.samples));
        return new PointResources(
                holding.stream().mapToInt(host -> host.samples).sum(),
                mean(holding, host -> host.hostCpu),
                holding.stream().mapToDouble(host -> host.hostCpuMax).max().orElse(0),
                mean(holding, host -> host.memoryUsed),
                holding.stream().mapToDouble(host -> host.memoryTotal).max().orElse(0),
                mean(holding, host -> host.harnessCpu),
                mean(holding, host -> host.harnessMemory),
                mean(holding, host -> host.diskRead),
                mean(holding, host -> host.diskWritten),
                mean(holding, host -> host.networkReceived),
                mean(holding, host -> host.networkSent),
                worst.map(host -> new PointResources.Generator(
                                host.name, host.samples, host.hostCpu / host.samples, host.harnessCpu / host.samples))
                        .orElse(null),
                longestPause());
    }

    private @Nullable Double longestPause() {
        OptionalDouble longest = hosts.values().stream()
                .mapToDouble(host -> host.pauseMax)
                .filter(Double::isFinite)
                .max();
        return longest.isPresent() ? longest.getAsDouble() : null;
    }

    /** Each host has the same weight, regardless of its number of samples. */
    private static double mean(Collection<Host> of, ToDoubleFunction<Host> sum) {
        return of.stream()
                .mapToDouble(host -> sum.applyAsDouble(host) / host.samples)
                .average()
                .orElse(0);
    }
}
