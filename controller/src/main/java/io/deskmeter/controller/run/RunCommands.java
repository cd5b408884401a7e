package io.deskmeter.controller.run;

import io.deskmeter.link.v1.EndRun;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.PrepareRun;
import io.deskmeter.link.v1.StartSession;
import io.deskmeter.link.v1.StopSession;
import java.util.ArrayDeque;
import java.util.Queue;

/** What a run says to its agent. While the agent is away, words are held back, in order. Owned by the run's mailbox. */
final class RunCommands {
    private final RunPlan plan;
    private final AgentPort agents;
    private final Queue<Held> held = new ArrayDeque<>();
    private boolean away;

    private record Held(String agent, FromController message) {}

    RunCommands(RunPlan plan, AgentPort agents) {
        this.plan = plan;
        this.agents = agents;
    }

    void away() {
        away = true;
    }

    void back() {
        away = false;
        while (!held.isEmpty() && !away) {
            Held next = held.remove();
            send(next.agent(), next.message());
        }
    }

    void prepare(String agent) {
        PrepareRun.Builder prepare = PrepareRun.newBuilder().setRunId(plan.id()).setRunProfileYaml(plan.yaml());
        prepare.putAllWorkloadChecksums(plan.checksums());
        send(agent, FromController.newBuilder().setPrepareRun(prepare).build());
    }

    void start(String agent, int session) {
        int iterations = plan.fixed() ? plan.profile().workloads().iterations() : 0;
        StartSession start = StartSession.newBuilder()
                .setRunId(plan.id())
                .setSession(session)
                .setIterations(iterations)
                .build();
        send(agent, FromController.newBuilder().setStartSession(start).build());
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
        if (away || !agents.send(agent, message)) {
            held.add(new Held(agent, message));
        }
    }
}
