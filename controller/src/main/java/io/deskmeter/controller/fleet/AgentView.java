package io.deskmeter.controller.fleet;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An agent as shown by REST.
 *
 * @param id kept by the agent over its restarts
 * @param host name of its machine
 * @param version of its program
 * @param connected now
 * @param since when that began
 * @param run that it works for, null if it is free
 * @param facts for people
 * @param workloads checksums by id
 * @param role {@code client} or {@code desktop}
 * @param user in whose session a desktop agent is; empty for a client
 * @param labels what profiles may ask for
 * @param sessionLimit most sessions that it takes at a time; 0 for none
 * @param sessions that it has now
 * @param draining whether it gets no new run
 * @param joined whether it is known by a certificate, which can be revoked
 * @param load of its machine, null if it has not told yet or is not connected
 */
@Schema(name = "Agent")
public record AgentView(
        String id,
        String host,
        String version,
        boolean connected,
        Instant since,
        @Nullable String run,
        Map<String, String> facts,
        Map<String, String> workloads,
        String role,
        String user,
        List<String> labels,
        int sessionLimit,
        int sessions,
        boolean draining,
        boolean joined,
        @Nullable AgentLoad load) {
    public AgentView {
        labels = List.copyOf(labels);
        facts = Collections.unmodifiableMap(new TreeMap<>(facts));
        workloads = Collections.unmodifiableMap(new TreeMap<>(workloads));
    }

    /** The same agent, known by a certificate. */
    public AgentView asJoined() {
        return new AgentView(
                id,
                host,
                version,
                connected,
                since,
                run,
                facts,
                workloads,
                role,
                user,
                labels,
                sessionLimit,
                sessions,
                draining,
                true,
                load);
    }
}
