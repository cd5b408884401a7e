package io.deskmeter.controller.run.machine;

import io.deskmeter.controller.run.plan.Credentials;
import io.deskmeter.controller.run.plan.RunPlan;
import io.deskmeter.controller.run.plan.SlotAllocator;
import io.deskmeter.controller.run.port.AgentPort;
import io.deskmeter.link.v1.EndRun;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.PrepareRun;
import io.deskmeter.link.v1.SessionSlot;
import io.deskmeter.link.v1.StartSession;
import io.deskmeter.link.v1.StopSession;
import io.deskmeter.workload.targets.Account;
import io.deskmeter.workload.targets.Hosts.Host;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The commands that a run sends to its agents. A broken connection may lose commands, so each is kept until a message
 * of the agent confirms it and is sent again after a reconnect. Agents ignore commands that they have already received.
 * Owned by the run's mailbox.
 */
final class AgentCommands {
    private final RunPlan plan;
    private final AgentPort agents;
    /** By agent, in the order in which they were sent. */
    private final Map<String, Map<Command, FromController>> unconfirmed = new HashMap<>();

    private final Set<String> away = new HashSet<>();

    AgentCommands(RunPlan plan, AgentPort agents) {
        this.plan = plan;
        this.agents = agents;
    }

    private enum Kind {
        PREPARE,
        START,
        STOP,
        END
    }

    /** @param session −1 for a command about the run */
    private record Command(Kind kind, int session) {}

    void away(String agent) {
        away.add(agent);
    }

    /** Resends the commands that the agent has not confirmed. */
    void back(String agent) {
        away.remove(agent);
        List.copyOf(unconfirmed.getOrDefault(agent, Map.of()).values()).forEach(message -> agents.send(agent, message));
    }

    /** The agent has reported a session: this confirms its start, and its stop if the session is over. */
    void confirmed(String agent, int session, boolean over) {
        Map<Command, FromController> commands = unconfirmed.getOrDefault(agent, Map.of());
        commands.remove(new Command(Kind.START, session));
        if (over) {
            commands.remove(new Command(Kind.STOP, session));
        }
    }

    void prepare(String agent) {
        PrepareRun.Builder prepare = PrepareRun.newBuilder().setRunId(plan.id()).setRunProfileYaml(plan.yaml());
        prepare.putAllWorkloadChecksums(plan.checksums());
        send(
                agent,
                new Command(Kind.PREPARE, -1),
                FromController.newBuilder().setPrepareRun(prepare).build());
    }

    void start(SessionTracker.Entry entry, SlotAllocator.SessionSlot where) {
        StartSession.Builder start = StartSession.newBuilder()
                .setRunId(plan.id())
                .setSession(entry.session())
                .setPosition(entry.position());
        if (where.host() != null) {
            start.setSlot(slot(where.host(), where.account()));
        }
        send(
                entry.agent(),
                new Command(Kind.START, entry.session()),
                FromController.newBuilder().setStartSession(start).build());
    }

    private static SessionSlot slot(Host host, @Nullable Account account) {
        SessionSlot.Builder slot = SessionSlot.newBuilder().setHost(host.name()).setPort(host.port());
        if (account != null) {
            Credentials.put(slot, account, host);
        }
        return slot.build();
    }

    void stop(SessionTracker.Entry entry) {
        StopSession stop = StopSession.newBuilder()
                .setRunId(plan.id())
                .setSession(entry.session())
                .build();
        send(
                entry.agent(),
                new Command(Kind.STOP, entry.session()),
                FromController.newBuilder().setStopSession(stop).build());
    }

    void end(String agent, String reason) {
        Command command = new Command(Kind.END, -1);
        if (!unconfirmed.getOrDefault(agent, Map.of()).containsKey(command)) {
            send(agent, command, endRun(reason));
        }
    }

    /** To an agent that is not waited for: it gets none of the commands that it has missed. */
    void endGivenUp(String agent, String reason) {
        boolean unused = agents.send(agent, endRun(reason));
    }

    private FromController endRun(String reason) {
        EndRun end = EndRun.newBuilder().setRunId(plan.id()).setReason(reason).build();
        return FromController.newBuilder().setEndRun(end).build();
    }

    private void send(String agent, Command command, FromController message) {
        unconfirmed.computeIfAbsent(agent, id -> new LinkedHashMap<>()).put(command, message);
        if (!away.contains(agent)) {
            boolean unused = agents.send(agent, message);
        }
    }
}
