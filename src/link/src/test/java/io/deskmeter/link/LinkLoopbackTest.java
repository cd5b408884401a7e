package io.deskmeter.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.deskmeter.link.client.LinkClient;
import io.deskmeter.link.server.LinkException;
import io.deskmeter.link.server.LinkServer;
import io.deskmeter.link.server.LinkServerSettings;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Both ends over real sockets. */
@Tag("slow")
class LinkLoopbackTest {
    private final RecordingController controller = new RecordingController();
    private final RecordingAgent agent = new RecordingAgent();
    private final ScheduledExecutorService timers = Executors.newSingleThreadScheduledExecutor();

    @AfterEach
    void stopTimers() {
        timers.shutdownNow();
    }

    @Test
    void messagesTravelBothWaysInOrder() throws LinkException {
        try (LinkServer server = LinkServer.start(LinkServerSettings.on("127.0.0.1", 0), controller);
                LinkClient client = client(server.port())) {
            client.start();
            await().until(() -> agent.events.contains("connected") && controller.links.size() == 1);

            for (int i = 0; i < 500; i++) {
                assertThat(controller.link().send(Messages.start(i))).isTrue();
                assertThat(client.send(Messages.ended("e" + i))).isTrue();
            }

            await().until(() -> agent.messages.size() == 500 && controller.messages.size() == 500);
            for (int i = 0; i < 500; i++) {
                assertThat(agent.messages.get(i)).isEqualTo(Messages.start(i));
                assertThat(controller.messages.get(i)).isEqualTo(Messages.ended("e" + i));
            }
        }
        assertThat(controller.events)
                .startsWith("accept a1", "connected a1")
                .last()
                .asString()
                .startsWith("disconnected ");
        assertThat(agent.events).last().isEqualTo("disconnected agent stops");
    }

    @Test
    void nothingIsSentWithoutALink() throws LinkException {
        try (LinkServer server = LinkServer.start(LinkServerSettings.on("127.0.0.1", 0), controller);
                LinkClient client = client(server.port())) {
            assertThat(client.send(Messages.ended("early"))).isFalse();
        }
    }

    @Test
    void aRefusedAgentReceivesTheReasonAndTriesAgain() throws LinkException {
        controller.refusal = Optional.of("run r1 is over");
        try (LinkServer server = LinkServer.start(LinkServerSettings.on("127.0.0.1", 0), controller);
                LinkClient client = client(server.port())) {
            client.start();
            await().until(() -> agent.events.contains("refused run r1 is over"));
            controller.refusal = Optional.empty();
            await().until(() -> agent.events.contains("connected"));
            assertThat(server.counts().refused()).isPositive();
            assertThat(client.counts().refused()).isPositive();
        }
    }

    @Test
    void aLinkClosedByTheControllerIsReestablished() throws LinkException {
        try (LinkServer server = LinkServer.start(LinkServerSettings.on("127.0.0.1", 0), controller);
                LinkClient client = client(server.port())) {
            client.start();
            await().until(() -> controller.links.size() == 1);
            controller.link().close("maintenance");
            await().until(() -> controller.links.size() == 2);
        }
        assertThat(agent.events)
                .startsWith("connected", "disconnected ended by the controller: maintenance", "connected");
        assertThat(controller.events)
                .startsWith("accept a1", "connected a1", "disconnected maintenance", "accept a1", "connected a1");
    }

    @Test
    void anOccupiedPortIsOneClearMessage() throws LinkException {
        try (LinkServer server = LinkServer.start(LinkServerSettings.on("127.0.0.1", 0), controller)) {
            assertThatThrownBy(() -> LinkServer.start(LinkServerSettings.on("127.0.0.1", server.port()), controller))
                    .isInstanceOf(LinkException.class)
                    .hasMessageStartingWith(
                            "link port: " + server.port() + " is in use (expected: a free port; hint: ");
        }
    }

    @Test
    void aForeignAddressIsOneClearMessage() {
        assertThatThrownBy(() -> LinkServer.start(LinkServerSettings.on("192.0.2.1", 0), controller))
                .isInstanceOf(LinkException.class)
                .hasMessageStartingWith("link address: 192.0.2.1:0 cannot be listened on: ");
    }

    @Test
    void anAbsentControllerIsTriedAgain() throws LinkException {
        int port;
        try (LinkServer server = LinkServer.start(LinkServerSettings.on("127.0.0.1", 0), controller)) {
            port = server.port();
        }
        try (LinkClient client = client(port)) {
            client.start();
            await().until(() -> agent.events.size() >= 2);
            assertThat(List.copyOf(agent.events))
                    .allMatch(e -> e.startsWith("unreachable cannot connect to 127.0.0.1:" + port));
            try (LinkServer server = LinkServer.start(LinkServerSettings.on("127.0.0.1", port), controller)) {
                await().until(() -> agent.events.contains("connected"));
                assertThat(server.counts().connected()).isEqualTo(1);
            }
        }
    }

    private LinkClient client(int port) {
        return new LinkClient(Fast.client(port), () -> Messages.hello("a1"), agent, timers);
    }
}
