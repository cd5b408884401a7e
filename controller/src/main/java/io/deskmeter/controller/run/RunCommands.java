package io.deskmeter.controller.run;

import io.deskmeter.link.v1.EndRun;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.PrepareRun;
import io.deskmeter.link.v1.Seat;
import io.deskmeter.link.v1.StartSession;
import io.deskmeter.link.v1.StopSession;
import io.deskmeter.workload.Account;
import io.deskmeter.workload.Hosts.Host;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a run says to its agents. While one is away, words to it are held back, in order. Owned by the run's mailbox. */
final class RunCommands {
    private final RunPlan plan;
    private final AgentPort agents;
    private final Map<String, Queue<FromController>> held = new HashMap<>();
    private final Set<String> away = new HashSet<>();

    RunCommands(RunPlan plan, AgentPort agents) {
        this.plan = plan;
        this.agents = agents;
    }

    void away(String agent) {
        away.add(agent);
    }

    void back(String agent) {
        away.remove(agent);
        Queue<FromController> words = held.remove(agent);
        if (words != null) {
            words.forEach(word -> send(agent, word));
        }
    }

    void prepare(String agent) {
        PrepareRun.Builder prepare = PrepareRun.newBuilder().setRunId(plan.id()).setRunProfileYaml(plan.yaml());
        prepare.putAllWorkloadChecksums(plan.checksums());
        send(agent, FromController.newBuilder().setPrepareRun(prepare).build());
    }

    void start(String agent, int session, Seats.Seat where) {
        int iterations = plan.fixed() ? plan.profile().workloads().iterations() : 0;
        StartSession.Builder start = StartSession.newBuilder()
                .setRunId(plan.id())
                .setSession(session)
                .setIterations(iterations);
        if (where.host() != null) {
            start.setSeat(seat(where.host(), where.account()));
        }
        send(agent, FromController.newBuilder().setStartSession(start).build());
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
        send(entry.agent(), FromController.newBuilder().setStopSession(stop).build());
    }

    void end(String agent, String reason) {
        EndRun end = EndRun.newBuilder().setRunId(plan.id()).setReason(reason).build();
        send(agent, FromController.newBuilder().setEndRun(end).build());
    }

    private void send(String agent, FromController message) {
        if (away.contains(agent) || !agents.send(agent, message)) {
            held.computeIfAbsent(agent, id -> new ArrayDeque<>()).add(message);
        }
    }
}
