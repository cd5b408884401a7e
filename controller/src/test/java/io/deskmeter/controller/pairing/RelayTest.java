package io.deskmeter.controller.pairing;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.link.relay.MessageExchange;
import io.deskmeter.link.v1.DesktopAgentMessage;
import io.deskmeter.link.v1.DesktopAgentRequest;
import io.deskmeter.link.v1.DesktopLocation;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.Hello;
import io.deskmeter.link.v1.LogOffUser;
import io.deskmeter.link.v1.OpenApp;
import io.deskmeter.link.v1.RequestDone;
import io.deskmeter.testsupport.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The broker between both ends of a session, whose connections break: cut, or silently dead until heartbeats are
 * missed.
 */
class RelayTest {
    private static final String TICKET = "ticket of ann";
    private static final int HISTORIES = 500;
    private static final String CLIENT = "client";
    private static final String DESKTOP = "d-ann";

    /** One agent's connection. */
    private static final class Line {
        private boolean up = true;
        private boolean dead;
        private final List<Long> said = new ArrayList<>();
        private final List<Long> handled = new ArrayList<>();
        private final List<DesktopAgentMessage> last = new ArrayList<>();

        boolean carries() {
            return up && !dead;
        }
    }

    private final VirtualTime time = new VirtualTime();
    private final Line client = new Line();
    private final Line desktop = new Line();
    private final DesktopAgentBroker broker = new DesktopAgentBroker(
            this::post, (run, session, hello) -> {}, (agent, message, unknown) -> {}, () -> "0123456789abcdef", time);

    private final MessageExchange ofClient =
            MessageExchange.ofClient("run-1", 0, message -> send(client, CLIENT, message));

    private final MessageExchange ofDesktop =
            MessageExchange.ofDesktop("run-1", 0, message -> send(desktop, DESKTOP, message));

    private boolean send(Line line, String agent, DesktopAgentMessage message) {
        if (line.carries()) {
            broker.pass(agent, message);
        }
        return line.up;
    }

    /** The controller's side of a connection. What it sends takes a moment. */
    private boolean post(String agent, FromController message) {
        Line line = agent.equals(CLIENT) ? client : desktop;
        MessageExchange exchange = agent.equals(CLIENT) ? ofClient : ofDesktop;
        if (line.carries()) {
            time.execute(() -> {
                if (line.carries() && exchange.receive(message.getDesktopAgentMessage())) {
                    line.handled.add(message.getDesktopAgentMessage().getCall());
                    line.last.add(message.getDesktopAgentMessage());
                }
            });
        }
        return line.up;
    }

    private static Hello hello() {
        return Hello.newBuilder()
                .setAgentId(DESKTOP)
                .setInstance("1")
                .setLocation(DesktopLocation.newBuilder()
                        .setUser("ann")
                        .setTicket(TICKET)
                        .setSession(":10")
                        .addHosts("host-1")
                        .setConfirmsMessages(true))
                .build();
    }

    private void wants() {
        broker.wanted(
                CLIENT,
                DesktopAgentRequest.newBuilder()
                        .setRunId("run-1")
                        .setUser("ann")
                        .setTicket(TICKET)
                        .addHosts("host-1")
                        .build());
    }

    private static DesktopAgentMessage.Builder message(long call) {
        return DesktopAgentMessage.newBuilder().setRunId("run-1").setCall(call);
    }

    private void say(Line line, MessageExchange exchange, long call) {
        assertThat(exchange.send(
                        message(call).setOpenApp(OpenApp.getDefaultInstance()).build()))
                .isTrue();
        line.said.add(call);
    }

    private void clientUp() {
        client.up = true;
        client.dead = false;
        ofClient.connected();
    }

    private void desktopUp() {
        desktop.up = true;
        desktop.dead = false;
        broker.arrived(hello());
        ofDesktop.connected();
    }

    private void desktopDown() {
        if (desktop.up) {
            desktop.up = false;
            broker.left(DESKTOP);
        }
    }

    private void begin() {
        wants();
        say(client, ofClient, 1_000);
        time.settle();
        broker.arrived(hello());
        time.settle();
        assertThat(desktop.handled).containsExactly(1_000L);
    }

    /** Reproducer: the run waited to its deadline for a session whose end was only logged. */
    @Test
    void whatADesktopAgentReportsWhileItsClientAgentIsCutOffArrivesOnItsReturn() {
        begin();
        client.up = false;
        say(desktop, ofDesktop, 7);
        time.settle();
        assertThat(client.handled).isEmpty();
        clientUp();
        time.settle();
        assertThat(client.handled).containsExactly(7L);
    }

    /** The same with a link that is silently dead: it takes everything, and delivers nothing. */
    @Test
    void whatIsWrittenToADeadLinkArrivesOnTheNext() {
        begin();
        client.dead = true;
        say(desktop, ofDesktop, 7);
        say(client, ofClient, 8);
        time.settle();
        assertThat(client.handled).isEmpty();
        clientUp();
        time.settle();
        assertThat(client.handled).containsExactly(7L);
        assertThat(desktop.handled).containsExactly(1_000L, 8L);
    }

    @Test
    void aLogoffIsHeardOfThoughItsDesktopAgentHasEnded() {
        begin();
        assertThat(ofClient.send(
                        message(9).setLogOff(LogOffUser.getDefaultInstance()).build()))
                .isTrue();
        time.settle();
        client.up = false;
        say(desktop, ofDesktop, 7);
        assertThat(ofDesktop.send(
                        message(9).setDone(RequestDone.getDefaultInstance()).build()))
                .isTrue();
        desktopDown();
        time.advance(Duration.ofSeconds(5));
        clientUp();
        time.settle();
        assertThat(client.last).anySatisfy(message -> {
            assertThat(message.getCall()).isEqualTo(9);
            assertThat(message.hasDone()).isTrue();
        });
    }

    @ParameterizedTest
    @ValueSource(longs = {20261126, 39, 15})
    void atRandomInterruptionsEveryMessageArrivesAndTakesEffectOnce(long seed) {
        Random random = new Random(seed);
        for (int history = 0; history < HISTORIES; history++) {
            RelayTest session = new RelayTest();
            session.begin();
            session.live(random);
            assertThat(session.desktop.handled)
                    .as("seed %d, history %d", seed, history)
                    .isEqualTo(session.client.said);
            assertThat(session.client.handled)
                    .as("seed %d, history %d", seed, history)
                    .isEqualTo(session.desktop.said);
        }
    }

    private void live(Random random) {
        for (int step = 0; step < 60; step++) {
            switch (random.nextInt(10)) {
                case 0, 1 -> say(client, ofClient, step);
                case 2, 3 -> say(desktop, ofDesktop, step);
                case 4 -> client.up = false;
                case 5 -> client.dead = true;
                case 6 -> desktop.dead = true;
                case 7 -> clientUp();
                case 8 -> {
                    // Within its grace period.
                    desktopDown();
                    time.advance(Duration.ofSeconds(random.nextInt(9)));
                    desktopUp();
                }
                default -> {
                    ofClient.tick();
                    ofDesktop.tick();
                    time.settle();
                }
            }
        }
        clientUp();
        desktopUp();
        time.settle();
        for (int tick = 0; tick < 20; tick++) {
            ofClient.tick();
            ofDesktop.tick();
            time.settle();
        }
    }
}
