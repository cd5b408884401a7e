package io.deskmeter.controller.run.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.run.fact.RunState;
import io.deskmeter.controller.run.plan.Plans;
import io.deskmeter.controller.run.port.AgentPort;
import io.deskmeter.controller.run.view.RunSnapshot;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.FromController.MessageCase;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.run.Load;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A run and its agents, which connect late, disconnect, reconnect or are lost. */
class RunAgentsTest extends RunMachineFixture {
    private static AgentPort.Reserved agent(String id, int limit) {
        return new AgentPort.Reserved(id, "instance-1", "host-" + id, "1", limit, Map.of());
    }

    @Test
    void anAgentThatReconnectsInTimeHasNoEffect() {
        RunStateMachine machine = start(Plans.of(new Load.Steps(List.of(2))));
        advanceTo(machine, RunState.RAMPING_UP);
        time.advance(Duration.ofSeconds(1));
        fleet.connected = false;
        machine.agentDisconnected("agent-1", "reset", true);
        time.advance(Duration.ofSeconds(8));
        fleet.connected = true;
        machine.agentConnected("agent-1", "instance-1", "run-1");
        RunSnapshot end = finish(machine);
        assertThat(end.state()).isEqualTo("finished");
        assertThat(end.loadPoints().get(0).figures(Group.A).count()).isEqualTo(6);
    }

    /** But before any message of it: both come by its link. So none of its sessions is known to have begun. */
    @Test
    void theConnectionOfAnAgentMayBeReportedAfterItWasReserved() {
        RunStateMachine machine = start(Plans.of(new Load.Steps(List.of(2))));
        fleet.swallows = true;
        advanceTo(machine, RunState.RAMPING_UP);
        fleet.swallows = false;
        machine.agentConnected("agent-1", "instance-1", "");
        assertThat(finish(machine).state()).isEqualTo("finished");
    }

    /** Reproducer: the run waited for what nobody works on any more. */
    @Test
    void aLinkInThePlaceOfOneWhoseEndIsNotKnownMayBeOfAnAgentThatHasEndedItsSessions() {
        RunStateMachine machine = steady(2);
        machine.agentConnected("agent-1", "instance-1", "");
        time.settle();
        assertThat(machine.state()).isEqualTo(RunState.INVALID);
        assertThat(machine.snapshot().reasons())
                .singleElement()
                .asString()
                .contains("agent host-1 (client) reconnected, but had ended its sessions");
    }

    /** Reproducer: what was sent on the link before had not arrived, and the run waited for its sessions for ever. */
    @Test
    void aLinkInThePlaceOfOneWhoseEndIsNotKnownGetsWhatThatOneMayHaveLost() {
        RunStateMachine machine = start(Plans.of(new Load.Steps(List.of(2))));
        fleet.swallows = true;
        advanceTo(machine, RunState.RAMPING_UP);
        time.advance(Duration.ofSeconds(20));
        fleet.swallows = false;
        assertThat(fleet.working()).isZero();
        machine.agentConnected("agent-1", "instance-1", "run-1");
        time.settle();
        assertThat(fleet.working()).isPositive();
        assertThat(finish(machine).state()).isEqualTo("finished");
    }

    @Test
    void anAgentThatReconnectsWithoutItsSessionsIsLost() {
        RunStateMachine machine = steady(2);
        machine.agentDisconnected("agent-1", "reset", true);
        time.advance(Duration.ofMillis(200));
        machine.agentConnected("agent-1", "instance-1", "");
        time.settle();
        assertThat(machine.state()).isEqualTo(RunState.INVALID);
        assertThat(machine.snapshot().reasons())
                .containsExactly(
                        "agent host-1 (client) reconnected, but had ended its sessions, as after 10 s without this controller, which had noticed that only"
                                + " 0.2 s before: was its process or machine stopped, or did its messages not arrive?");
    }

    @Test
    void anAgentThatDoesNotReconnectEndsTheRunWithinThirtySeconds() {
        RunStateMachine machine = steady(2);
        machine.agentDisconnected("agent-1", "reset", true);
        time.advance(Duration.ofSeconds(12));
        assertThat(machine.state()).isEqualTo(RunState.INVALID);
        assertThat(machine.snapshot().reasons())
                .containsExactly("agent host-1 (client) was lost and did not reconnect within 10 s");
    }

    /**
     * Reproducer: each connection over a line that carries nothing to the agent began the time anew, and the run
     * finished after half a minute.
     */
    @Test
    void anAgentThatReconnectsAndDoesNotAnswerIsNotBack() {
        RunStateMachine machine = steady(2);
        machine.agentDisconnected("agent-1", "reset", true);
        time.advance(Duration.ofMillis(300));
        machine.agentConnected("agent-1", "instance-1", "run-1");
        time.advance(Duration.ofSeconds(6));
        assertThat(machine.state()).isEqualTo(RunState.STEADY);
        machine.agentDisconnected("agent-1", "heartbeat", false);
        time.advance(Duration.ofSeconds(5));
        assertThat(machine.state()).isEqualTo(RunState.INVALID);
        assertThat(machine.snapshot().reasons())
                .singleElement()
                .asString()
                .contains("agent host-1 (client) was lost and did not answer when it reconnected within 10 s");
    }

    @Test
    void anAgentThatWasBackHasTheWholeTimeAgain() {
        RunStateMachine machine = steady(2);
        for (int i = 0; i < 3; i++) {
            machine.agentDisconnected("agent-1", "reset", true);
            time.advance(Duration.ofSeconds(8));
            machine.agentConnected("agent-1", "instance-1", "run-1");
            time.settle();
        }
        assertThat(finish(machine).state()).isEqualTo("finished");
    }

    /** Reproducer: the run waited for it, and said then that it did not reconnect. */
    @Test
    void aRevokedAgentEndsTheRunAtOnceWithTheReason() {
        RunStateMachine machine = steady(2);
        fleet.connected = false;
        machine.agentDismissed("agent-1", "agent 17 was revoked: stolen");
        time.settle();
        assertThat(machine.state()).isEqualTo(RunState.INVALID);
        assertThat(machine.snapshot().reasons())
                .containsExactly(
                        "agent host-1 (client) may not work for this controller any more: agent 17 was revoked: stolen");
    }

    @Test
    void sessionsAreSpreadOverAgentsWithinTheirLimits() {
        fleet.agents = List.of(agent("small", 2), agent("large", 6));
        RunSnapshot end = finish(start(Plans.of(new Load.Steps(List.of(4, 8)))));
        assertThat(end.state()).isEqualTo("finished");
        assertThat(fleet.of("small")).hasSize(2);
        assertThat(fleet.of("large")).hasSize(6);
        assertThat(fleet.working()).isZero();
    }

    @Test
    void oneOfSeveralAgentsLostMakesTheRunInvalidAndTheOthersEnd() {
        fleet.agents = List.of(agent("a", 0), agent("b", 0));
        RunStateMachine machine = steady(4);
        fleet.vanish("a");
        time.advance(Duration.ofSeconds(5));
        assertThat(machine.state()).isEqualTo(RunState.STEADY);
        RunSnapshot end = finish(machine);
        assertThat(end.state()).isEqualTo("invalid");
        assertThat(end.reasons()).containsExactly("agent host-a (client) was lost and did not reconnect within 10 s");
        assertThat(end.sessions())
                .filteredOn(session -> session.agent().equals("a"))
                .allSatisfy(session -> assertThat(session.state()).isEqualTo("lost"));
        assertThat(fleet.working()).isZero();
    }

    @Test
    void anAgentThatWasGivenUpIsToldToEndItsSessionsWhenItReturns() {
        fleet.agents = List.of(agent("a", 0), agent("b", 0));
        RunStateMachine machine = steady(4);
        fleet.gone.add("a");
        machine.agentDisconnected("a", "reset", true);
        time.advance(Duration.ofSeconds(11));
        assertThat(machine.state()).isNotEqualTo(RunState.STEADY);
        fleet.gone.remove("a");
        fleet.sent.clear();
        machine.agentConnected("a", "instance-1", "run-1");
        time.settle();
        assertThat(fleet.sent).extracting(FromController::getMessageCase).contains(MessageCase.END_RUN);
        finish(machine);
        fleet.sent.clear();
        machine.agentConnected("a", "instance-1", "run-1");
        time.settle();
        assertThat(fleet.sent)
                .as("the message of its connection may come later than the end of the run")
                .extracting(FromController::getMessageCase)
                .containsExactly(MessageCase.END_RUN);
        fleet.sent.clear();
        machine.agentConnected("a", "instance-1", "another-run");
        time.settle();
        assertThat(fleet.sent).isEmpty();
    }

    @Test
    void commandsForADisconnectedAgentAreKeptForItAlone() {
        fleet.agents = List.of(agent("a", 0), agent("b", 0));
        RunStateMachine machine = start(Plans.of(new Load.Steps(List.of(4))));
        advanceTo(machine, RunState.RAMPING_UP);
        fleet.gone.add("a");
        machine.agentDisconnected("a", "reset", true);
        time.advance(Duration.ofSeconds(8));
        assertThat(fleet.of("a")).hasSizeLessThan(2);
        assertThat(fleet.of("b")).isNotEmpty();
        fleet.gone.remove("a");
        machine.agentConnected("a", "instance-1", "run-1");
        RunSnapshot end = finish(machine);
        assertThat(end.state()).isEqualTo("finished");
        assertThat(fleet.of("a")).hasSize(2);
    }

    @Test
    void commandsLostWithAConnectionAreResent() {
        RunStateMachine machine = start(Plans.of(new Load.Steps(List.of(4, 2))));
        fleet.swallows = true;
        advanceTo(machine, RunState.RAMPING_UP);
        time.advance(Duration.ofSeconds(5));
        assertThat(fleet.working()).isZero();
        machine.agentDisconnected("agent-1", "reset", true);
        fleet.swallows = false;
        machine.agentConnected("agent-1", "instance-1", "");
        RunSnapshot end = finish(machine);
        assertThat(end.state()).isEqualTo("finished");
        assertThat(fleet.of("agent-1")).hasSize(4);
    }

    @Test
    void theEndOfARunThatWasLostWithAConnectionIsSentAgain() {
        RunStateMachine machine = steady(2);
        fleet.swallows = true;
        machine.abort("enough");
        time.advance(Duration.ofSeconds(2));
        machine.agentDisconnected("agent-1", "reset", true);
        fleet.swallows = false;
        machine.agentConnected("agent-1", "instance-1", "run-1");
        time.advance(Duration.ofSeconds(5));
        assertThat(machine.snapshot().state()).isEqualTo("stopped");
        assertThat(machine.snapshot().reasons()).containsExactly("enough");
        assertThat(fleet.working()).isZero();
    }

    @Test
    void anAgentThatWasRestartedEndsTheRunAtOnce() {
        RunStateMachine machine = steady(2);
        machine.agentDisconnected("agent-1", "reset", true);
        machine.agentConnected("agent-1", "instance-2", "");
        time.settle();
        assertThat(machine.state()).isEqualTo(RunState.INVALID);
        assertThat(machine.snapshot().reasons().get(0)).contains("agent host-1 (client) was restarted during the run");
    }

    @Test
    void withoutAnAgentTheRunFailsWithTheReason() {
        fleet.free = false;
        RunSnapshot end = finish(start(Plans.of(new Load.Steps(List.of(2)))));
        assertThat(end.state()).isEqualTo("failed");
        assertThat(end.reasons()).containsExactly("preparing: longer than 120 s; missing: no agent is connected");
    }

    @Test
    void anAgentMayConnectLater() {
        fleet.free = false;
        RunStateMachine machine = start(Plans.of(new Load.Steps(List.of(1))));
        time.advance(Duration.ofSeconds(30));
        fleet.free = true;
        machine.agentMayBeFree();
        assertThat(finish(machine).state()).isEqualTo("finished");
    }

    @Test
    void anAgentThatNeverConfirmsItsCleanUpIsNoted() {
        fleet.confirmsEnd = false;
        RunSnapshot end = finish(start(Plans.of(new Load.Steps(List.of(1)))));
        assertThat(end.state()).isEqualTo("finished");
        assertThat(end.reasons())
                .containsExactly("ending: longer than 60 s; missing: the confirmation of agent host-1 (client)");
    }
}
