package io.deskmeter.controller.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import io.deskmeter.controller.run.port.AgentPort;
import io.deskmeter.controller.store.machine.ClientAgents;
import io.deskmeter.controller.store.machine.DrainedAgents;
import io.deskmeter.link.server.AgentLink;
import io.deskmeter.link.v1.AgentRole;
import io.deskmeter.link.v1.DesktopLocation;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.Hello;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Who is in the list of agents, and who is free for a run. */
@Tag("slow")
class FleetTest {
    private Instant now = Instant.parse("2026-11-22T10:00:00Z");
    private final Fleet fleet = new Fleet(mock(DrainedAgents.class), mock(ClientAgents.class), () -> now);

    private record Link(Hello hello) implements AgentLink {
        static Link of(String id, AgentRole role) {
            return new Link(Hello.newBuilder().setAgentId(id).setRole(role).build());
        }

        @Override
        public boolean send(FromController message) {
            return true;
        }

        @Override
        public void close(String reason) {
            // A link without a peer.
        }

        @Override
        public boolean closing() {
            return false;
        }
    }

    private List<String> listed() {
        return fleet.views(Map.of()).stream().map(AgentView::id).toList();
    }

    private void pass(Duration time) {
        now = now.plus(time);
    }

    @Test
    void agentsOfEndedSessionsLeaveTheList() {
        Link client = Link.of("client", AgentRole.AGENT_ROLE_CLIENT);
        Link ended = Link.of("session-1", AgentRole.AGENT_ROLE_DESKTOP);
        Link cut = Link.of("session-2", AgentRole.AGENT_ROLE_DESKTOP);
        Link stays = Link.of("session-3", AgentRole.AGENT_ROLE_DESKTOP);
        List.of(client, ended, cut, stays).forEach(fleet::connected);
        assertThat(fleet.disconnected(client)).isTrue();
        assertThat(fleet.disconnected(ended)).isTrue();
        assertThat(fleet.disconnected(cut)).isTrue();
        pass(Duration.ofSeconds(30));
        assertThat(listed()).containsExactly("client", "session-1", "session-2", "session-3");
        fleet.connected(cut);
        pass(Duration.ofSeconds(31));
        assertThat(listed()).containsExactly("client", "session-2", "session-3");
        pass(Duration.ofHours(8));
        assertThat(listed()).containsExactly("client", "session-2", "session-3");
    }

    /**
     * Reproducer: everybody who may read the secret of desktop agents could fill the controller's memory, with one id
     * after another.
     */
    @Test
    void whatDesktopAgentsSaidIsForgottenAlthoughNobodyLooksAtTheList() {
        for (int i = 0; i < 2_000; i++) {
            Link one = Link.of("session-" + i, AgentRole.AGENT_ROLE_DESKTOP);
            fleet.connected(one);
            fleet.disconnected(one);
            assertThat(fleet.identity("session-" + i)).isPresent();
        }
        assertThat(fleet.identity("session-0")).isEmpty();
        assertThat(listed()).hasSize(Fleet.MOST_DESKTOPS_WITHOUT_LINK);
    }

    @Test
    void aDesktopAgentIsListedWithTheUserWhoseSessionItIsIn() {
        fleet.connected(Link.of("client", AgentRole.AGENT_ROLE_CLIENT));
        fleet.connected(new Link(Hello.newBuilder()
                .setAgentId("desktop")
                .setRole(AgentRole.AGENT_ROLE_DESKTOP)
                .setLocation(DesktopLocation.newBuilder().setUser("anna"))
                .build()));
        assertThat(fleet.views(Map.of()).stream().map(agent -> agent.role() + ":" + agent.user()))
                .containsExactly("client:", "desktop:anna");
    }

    /** Reproducer: such an agent was reserved, refused the run because of the earlier one, and so ended it. */
    @Test
    void anAgentThatIsStillEndingAnEarlierRunIsNotReservedBeforeItHasSaidThatItIsDone() {
        Link back = new Link(Hello.newBuilder()
                .setAgentId("client")
                .setHost("host-1")
                .setRunId("r1")
                .build());
        AgentPort.Wanted wanted = new AgentPort.Wanted(Map.of(), List.of(), 1);
        fleet.connected(back);

        assertThat(fleet.reserve("r2", wanted)).isEmpty();
        assertThat(fleet.whyNoAgents(wanted)).contains("is still ending run r1 (hint: wait until it has ended)");
        assertThat(fleet.views(Map.of()).get(0).run()).isEqualTo("r1");
        assertThat(fleet.present().get(0).runId()).isEqualTo("r1");

        assertThat(fleet.runEnded(back, "r0")).isFalse();
        assertThat(fleet.reserve("r2", wanted)).isEmpty();
        assertThat(fleet.runEnded(back, "r1")).isTrue();
        assertThat(fleet.runEnded(back, "r1")).isFalse();
        assertThat(fleet.reserve("r2", wanted)).hasSize(1);
    }

    @Test
    void anAgentThatComesBackToTheRunThatReservedItIsFreeWhenTheRunReleasesIt() {
        AgentPort.Wanted wanted = new AgentPort.Wanted(Map.of(), List.of(), 1);
        Link link = Link.of("client", AgentRole.AGENT_ROLE_CLIENT);
        fleet.connected(link);
        assertThat(fleet.reserve("r1", wanted)).hasSize(1);
        assertThat(fleet.whyNoAgents(wanted)).contains("is in use by run r1 (hint: wait until it has ended");
        fleet.disconnected(link);
        Link back =
                new Link(Hello.newBuilder().setAgentId("client").setRunId("r1").build());
        fleet.connected(back);
        fleet.runEnded(back, "r1");
        fleet.release("r1");

        assertThat(fleet.reserve("r2", wanted)).hasSize(1);
    }

    /** It ended the run while nobody heard it: what it says when it connects again is the truth. */
    @Test
    void anAgentThatComesBackWithoutItsEarlierRunIsFree() {
        AgentPort.Wanted wanted = new AgentPort.Wanted(Map.of(), List.of(), 1);
        Link working =
                new Link(Hello.newBuilder().setAgentId("client").setRunId("r1").build());
        fleet.connected(working);
        fleet.disconnected(working);
        fleet.connected(Link.of("client", AgentRole.AGENT_ROLE_CLIENT));
        assertThat(fleet.runEnded(working, "r1")).isFalse();

        assertThat(fleet.reserve("r2", wanted)).hasSize(1);
    }
}
