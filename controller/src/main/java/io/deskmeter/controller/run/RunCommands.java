package io.deskmeter.controller.run;

import io.deskmeter.link.v1.EndRun;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.PrepareRun;
import io.deskmeter.link.v1.Seat;
import io.deskmeter.link.v1.StartSession;
import io.deskmeter.link.v1.StopSession;
import io.deskmeter.workload.Account;
import io.deskmeter.workload.Hosts.Host;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a run says to its agents. A line that breaks may swallow words that were sent; so each is kept until what the agent says proves that it was
 * heard, and is said again when the agent is back. Agents take a word that they have heard already as nothing. Owned by the run's mailbox.
 */
final class RunCommands {
    private final RunPlan plan;
    private final AgentPort agents;
    /** By agent, in the order in which they were said, by what they are about. */
    private final Map<String, Map<Word, FromController>> unheard = new HashMap<>();

    private final Set<String> away = new HashSet<>();

    RunCommands(RunPlan plan, AgentPort agents) {
        this.plan = plan;
        this.agents = agents;
    }

    private enum Kind {
        PREPARE,
        START,
        STOP,
        END
    }

    /** @param session −1 where it is about the run */
    private record Word(Kind kind, int session) {}

    void away(String agent) {
        away.add(agent);
    }

    /** Says again what the agent may not have heard. */
    void back(String agent) {
        away.remove(agent);
        List.copyOf(unheard.getOrDefault(agent, Map.of()).values()).forEach(message -> agents.send(agent, message));
    }

    /** The agent has told of a session: it has heard of its start; and of its stop, if the session is over. */
    void heard(String agent, int session, boolean over) {
        Map<Word, FromController> words = unheard.getOrDefault(agent, Map.of());
        words.remove(new Word(Kind.START, session));
        if (over) {
            words.remove(new Word(Kind.STOP, session));
        }
    }

    void prepare(String agent) {
        PrepareRun.Builder prepare = PrepareRun.newBuilder().setRunId(plan.id()).setRunProfileYaml(plan.yaml());
        prepare.putAllWorkloadChecksums(plan.checksums());
        send(
                agent,
                new Word(Kind.PREPARE, -1),
                FromController.newBuilder().setPrepareRun(prepare).build());
    }

    void start(String agent, int session, Seats.Seat where) {
        StartSession.Builder start =
                StartSession.newBuilder().setRunId(plan.id()).setSession(session);
        if (where.host() != null) {
            start.setSeat(seat(where.host(), where.account()));
        }
        send(
                agent,
                new Word(Kind.START, session),
                FromController.newBuilder().setStartSession(start).build());
    }

    private static Seat seat(Host host, @Nullable Account account) {
        Seat.Builder seat = Seat.newBuilder().setHost(host.name()).setPort(host.port());
        if (account != null) {
            seat.setUser(account.user()).setPassword(account.password()).setDomain(account.domain());
        }
        return seat.build();
    }

    void stop(SessionBook.Entry entry) {
        StopSession stop = StopSession.newBuilder()
                .setRunId(plan.id())
                .setSession(entry.session())
                .build();
        send(
                entry.agent(),
                new Word(Kind.STOP, entry.session()),
                FromController.newBuilder().setStopSession(stop).build());
    }

    void end(String agent, String reason) {
        EndRun end = EndRun.newBuilder().setRunId(plan.id()).setReason(reason).build();
        send(
                agent,
                new Word(Kind.END, -1),
                FromController.newBuilder().setEndRun(end).build());
    }

    private void send(String agent, Word word, FromController message) {
        unheard.computeIfAbsent(agent, id -> new LinkedHashMap<>()).put(word, message);
        if (!away.contains(agent)) {
            boolean unused = agents.send(agent, message);
        }
    }
}
