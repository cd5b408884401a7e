package io.deskmeter.controller.ingest;

import io.deskmeter.controller.run.fact.HostSample;
import io.deskmeter.controller.run.fact.ResourceFact;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The resource usage of hosts that several agents of a run share: a terminal server has a desktop agent in every
 * session, and all sample the same machine. The samples of one agent count for the host, a client agent if there is
 * one; the cost of all agents' processes is added up. Thread-safe.
 */
final class HostLoad {
    /** An agent without samples for this long no longer counts for its host. */
    private static final long SILENT_NANOS = 3_500_000_000L;

    private final LongSupplier nanoTime;
    private final Map<Place, Map<String, Heard>> agents = new HashMap<>();

    private record Place(String run, String host) {}

    private record Heard(ResourceFact fact, boolean client, long at) {}

    /** The longest pause of a host's client agents since its last sample, in milliseconds. */
    private final Map<Place, Double> pauses = new HashMap<>();

    HostLoad(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /**
     * Adds a sample; returns the host's sample if this agent represents the host. A host runs sessions if one of its
     * agents is a desktop agent.
     *
     * @param client whether the agent is a client
     */
    synchronized Optional<HostSample> sample(String run, String host, String agent, boolean client, ResourceFact fact) {
        long now = nanoTime.getAsLong();
        Place there = new Place(run, host);
        Map<String, Heard> here = agents.computeIfAbsent(there, place -> new HashMap<>());
        here.values().removeIf(heard -> now - heard.at() > SILENT_NANOS);
        here.put(agent, new Heard(fact, client, now));
        // An agent in a session stands still with the machine under test: only the generators' pauses are the
        // harness's.
        Double pause = fact.longestPauseMs();
        if (client && pause != null) {
            pauses.merge(there, pause, Math::max);
        }
        boolean clients = here.values().stream().anyMatch(Heard::client);
        // A desktop agent says itself on which machine it is: it must not speak for that of a client agent.
        boolean speaks = here.entrySet().stream()
                .filter(one -> one.getValue().client() == clients)
                .map(Map.Entry::getKey)
                .min(Comparator.naturalOrder())
                .orElse(agent)
                .equals(agent);
        return speaks
                ? Optional.of(new HostSample(
                        host,
                        here.values().stream().anyMatch(Heard::client),
                        here.values().stream().anyMatch(heard -> !heard.client()),
                        ofAll(fact, here, pauses.remove(there))))
                : Optional.empty();
    }

    private static ResourceFact ofAll(ResourceFact host, Map<String, Heard> here, @Nullable Double pause) {
        double cpu = here.values().stream()
                .mapToDouble(heard -> heard.fact().harnessCpuPercent())
                .sum();
        long memory = here.values().stream()
                .mapToLong(heard -> heard.fact().harnessMemoryBytes())
                .sum();
        return new ResourceFact(
                host.at(),
                host.hostCpuPercent(),
                cpu,
                host.memoryUsedBytes(),
                host.memoryTotalBytes(),
                memory,
                host.diskReadBytesPerSecond(),
                host.diskWrittenBytesPerSecond(),
                host.networkReceivedBytesPerSecond(),
                host.networkSentBytesPerSecond(),
                pause);
    }

    /** Forgets a run. */
    synchronized void ended(String run) {
        pauses.keySet().removeIf(place -> place.run().equals(run));
        Iterator<Place> places = agents.keySet().iterator();
        while (places.hasNext()) {
            if (places.next().run().equals(run)) {
                places.remove();
            }
        }
    }
}
