package io.deskmeter.agent.check;

import io.deskmeter.agent.concurrent.AgentThreads;
import io.deskmeter.agent.remote.RdpNegotiation;
import io.deskmeter.link.v1.CheckFinding;
import io.deskmeter.link.v1.SessionSlot;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;

/**
 * Probes a host of a generic viewer: only whether its port accepts connections. Once for each host, because a VNC
 * server counts each connection without a logon as a failed one, and blocks this agent after a few.
 */
final class PortProbe implements TargetProbe {
    private static final Duration WITHIN = Duration.ofSeconds(5);
    private static final int AT_A_TIME = 16;

    private final ExecutorService threads = AgentThreads.pool("check", AT_A_TIME);
    private final Map<String, CompletableFuture<List<CheckFinding>>> hosts = new ConcurrentHashMap<>();

    @Override
    public CompletableFuture<List<CheckFinding>> look(SessionSlot slot) {
        return hosts.computeIfAbsent(TargetProbe.host(slot), host -> connect(slot));
    }

    private CompletableFuture<List<CheckFinding>> connect(SessionSlot slot) {
        return CompletableFuture.supplyAsync(
                () -> RdpNegotiation.negotiate(slot.getHost(), slot.getPort(), WITHIN).stream()
                        .map(why -> CheckFindings.error(
                                "target reach",
                                TargetProbe.host(slot),
                                why,
                                "a server that accepts connections",
                                "is it running, is the port right, does a firewall block it?"))
                        .toList(),
                threads);
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
