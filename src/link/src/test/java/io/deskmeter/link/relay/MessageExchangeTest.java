package io.deskmeter.link.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.link.v1.DesktopAgentMessage;
import io.deskmeter.link.v1.OpenApp;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Both ends with a line between them that loses what is on its way when it is cut. */
class MessageExchangeTest {
    private static final int HISTORIES = 5_000;

    /** One end with what is on its way to it. */
    private static final class End {
        private final Deque<DesktopAgentMessage> arriving = new ArrayDeque<>();
        private final List<Long> handled = new ArrayList<>();
        private final List<Long> said = new ArrayList<>();
        private boolean up = true;

        void arrive(MessageExchange exchange) {
            DesktopAgentMessage next = arriving.poll();
            if (next != null && exchange.receive(next)) {
                handled.add(next.getCall());
            }
        }

        void cut() {
            up = false;
            arriving.clear();
        }
    }

    private final End client = new End();
    private final End desktop = new End();

    /** The relay in between passes on what it can, and loses the rest. */
    private final MessageExchange ofClient = MessageExchange.ofClient("run-1", 3, m -> carry(m, client, desktop));

    private final MessageExchange ofDesktop = MessageExchange.ofDesktop("run-1", 3, m -> carry(m, desktop, client));

    private static boolean carry(DesktopAgentMessage message, End from, End to) {
        if (from.up && to.up) {
            to.arriving.add(message);
        }
        return from.up;
    }

    private static DesktopAgentMessage message(long call) {
        return DesktopAgentMessage.newBuilder()
                .setRunId("run-1")
                .setSession(3)
                .setCall(call)
                .setOpenApp(OpenApp.getDefaultInstance())
                .build();
    }

    private void settle() {
        while (!client.arriving.isEmpty() || !desktop.arriving.isEmpty()) {
            client.arrive(ofClient);
            desktop.arrive(ofDesktop);
        }
    }

    private void say(End from, MessageExchange exchange, long call) {
        assertThat(exchange.send(message(call))).isTrue();
        from.said.add(call);
    }

    private void connect(End end, MessageExchange exchange) {
        end.up = true;
        exchange.connected();
    }

    @Test
    void whatIsSaidWhileTheOtherEndIsAwayArrivesWhenItReturns() {
        say(client, ofClient, 1);
        settle();
        client.cut();
        say(desktop, ofDesktop, 2);
        say(desktop, ofDesktop, 3);
        settle();
        assertThat(client.handled).isEmpty();
        connect(client, ofClient);
        settle();
        assertThat(client.handled).containsExactly(2L, 3L);
        assertThat(ofDesktop.unconfirmed()).isZero();
    }

    /** A link that is silently dead takes messages until its heartbeats are missed. */
    @Test
    void whatIsWrittenToADeadLinkArrivesOnTheNextOne() {
        say(client, ofClient, 1);
        settle();
        say(client, ofClient, 2);
        say(desktop, ofDesktop, 3);
        client.arriving.clear();
        desktop.arriving.clear();
        connect(client, ofClient);
        settle();
        assertThat(desktop.handled).containsExactly(1L, 2L);
        assertThat(client.handled).containsExactly(3L);
    }

    @Test
    void whatTheRelayLosesIsRepeatedAfterAWhile() {
        say(client, ofClient, 1);
        desktop.arriving.clear();
        ofClient.tick();
        settle();
        assertThat(desktop.handled).isEmpty();
        ofClient.tick();
        settle();
        assertThat(desktop.handled).containsExactly(1L);
        assertThat(ofClient.counts()).isEqualTo(new RelayCounts(1, 0, 0));
    }

    /** While no desktop agent is found, a request is repeated less and less often. */
    @Test
    void repeatsBecomeRare() {
        desktop.up = false;
        say(client, ofClient, 1);
        IntStream.range(0, 60).forEach(second -> ofClient.tick());
        assertThat(ofClient.counts().repeated()).isEqualTo(5);
    }

    @Test
    void whatIsKeptIsBoundedAndTheRestIsCounted() {
        client.cut();
        for (int call = 1; call <= MessageExchange.MOST_UNCONFIRMED; call++) {
            say(client, ofClient, call);
        }
        assertThat(ofClient.send(message(101))).isFalse();
        assertThat(ofClient.counts().dropped()).isEqualTo(1);
        assertThat(ofClient.unconfirmed()).isEqualTo(MessageExchange.MOST_UNCONFIRMED);
    }

    /** An older client agent numbers nothing and confirms nothing. */
    @Test
    void aDesktopAgentNumbersNothingForAnOlderClientAgent() {
        assertThat(ofDesktop.receive(message(1))).isTrue();
        say(desktop, ofDesktop, 1);
        DesktopAgentMessage sent = client.arriving.remove();
        assertThat(sent.getNumber()).isZero();
        desktop.cut();
        say(desktop, ofDesktop, 2);
        say(desktop, ofDesktop, 3);
        connect(desktop, ofDesktop);
        assertThat(client.arriving).extracting(DesktopAgentMessage::getCall).containsExactly(2L, 3L);
        assertThat(ofDesktop.unconfirmed()).isZero();
    }

    /** Links break at random, the relay loses messages at random, and both ends say things all the time. */
    @ParameterizedTest
    @ValueSource(longs = {20261126, 39, 15})
    void everyMessageIsHandledOnceAndInOrder(long seed) {
        Random random = new Random(seed);
        for (int history = 0; history < HISTORIES; history++) {
            MessageExchangeTest both = new MessageExchangeTest();
            both.live(random);
            assertThat(both.desktop.handled)
                    .as("seed %d, history %d", seed, history)
                    .isEqualTo(both.client.said);
            assertThat(both.client.handled)
                    .as("seed %d, history %d", seed, history)
                    .isEqualTo(both.desktop.said);
            assertThat(both.ofClient.unconfirmed() + both.ofDesktop.unconfirmed())
                    .isZero();
        }
    }

    private void live(Random random) {
        // The client speaks first: without that there is no exchange.
        say(client, ofClient, 1_000);
        settle();
        for (int step = 0; step < 60; step++) {
            switch (random.nextInt(9)) {
                case 0 -> say(client, ofClient, step);
                case 1 -> say(desktop, ofDesktop, step);
                case 2 -> client.cut();
                case 3 -> desktop.cut();
                case 4 -> connect(client, ofClient);
                case 5 -> connect(desktop, ofDesktop);
                case 6 -> {
                    client.arriving.poll();
                    desktop.arriving.pollLast();
                }
                case 7 -> {
                    ofClient.tick();
                    ofDesktop.tick();
                }
                default -> {
                    client.arrive(ofClient);
                    desktop.arrive(ofDesktop);
                }
            }
        }
        client.up = true;
        desktop.up = true;
        for (int tick = 0; tick < 20; tick++) {
            ofClient.tick();
            ofDesktop.tick();
            settle();
        }
    }
}
