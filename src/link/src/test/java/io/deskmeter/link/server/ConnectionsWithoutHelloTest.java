package io.deskmeter.link.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.deskmeter.link.Messages;
import io.deskmeter.link.RecordingController;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Reproducer: connections that never said who they are were unlimited, each with a first frame of 256 KiB, and agents
 * that worked lost their links.
 */
@Tag("slow")
class UnauthenticatedConnectionsTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    private final RecordingController controller = new RecordingController();
    private final List<Socket> sockets = new ArrayList<>();

    @AfterEach
    void close() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    /** Its first frame is whole but for one byte. */
    private void connectWithoutHello(LinkServer server, int from) throws IOException {
        Socket socket = connect(server, from);
        try {
            DataOutputStream out = new DataOutputStream(socket.getOutputStream());
            out.writeInt(AgentChannel.HELLO_MAX_BYTES);
            out.write(new byte[AgentChannel.HELLO_MAX_BYTES - 1]);
        } catch (SocketException e) {
            assertThat(e).as("turned away").hasMessageMatching(".*(reset|Broken pipe|abort).*");
        }
    }

    /** @param from the last number of its address, of this machine like all that begin with 127 */
    private Socket connect(LinkServer server, int from) throws IOException {
        Socket socket = new Socket();
        sockets.add(socket);
        socket.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) from}), 0));
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
        return socket;
    }

    private void agent(LinkServer server, String id) throws IOException {
        byte[] hello = Messages.fromAgent(Messages.hello(id)).toByteArray();
        DataOutputStream out = new DataOutputStream(connect(server, 1).getOutputStream());
        out.writeInt(hello.length);
        out.write(hello);
        await().atMost(SOON).until(() -> controller.events.contains("connected " + id));
    }

    @Test
    void oneAddressGetsNoMoreThanItsPlaces() throws Exception {
        try (LinkServer server = LinkServer.start(LinkServerSettings.on("127.0.0.1", 0), controller)) {
            agent(server, "first");
            for (int i = 0; i < ConnectionsWithoutHello.MOST_OF_ADDRESS + 100; i++) {
                connectWithoutHello(server, 2);
            }
            await().atMost(SOON)
                    .until(() -> server.counts().turnedAway() + server.unauthenticated()
                            == ConnectionsWithoutHello.MOST_OF_ADDRESS + 100);
            assertThat(server.unauthenticated()).isEqualTo(ConnectionsWithoutHello.MOST_OF_ADDRESS);
            agent(server, "second");
            assertThat(controller.events).noneMatch(event -> event.startsWith("disconnected"));
        }
    }

    @Test
    void agentsOfOtherAddressesFindAPlaceAlthoughAllAreTaken() throws Exception {
        try (LinkServer server = LinkServer.start(LinkServerSettings.on("127.0.0.1", 0), controller)) {
            agent(server, "first");
            for (int i = 0; i < ConnectionsWithoutHello.MOST + 200; i++) {
                connectWithoutHello(server, 2 + i % 6);
            }
            agent(server, "second");
            assertThat(server.unauthenticated()).isLessThanOrEqualTo(ConnectionsWithoutHello.MOST);
            assertThat(server.counts().turnedAway()).isPositive();
            assertThat(controller.events).noneMatch(event -> event.startsWith("disconnected"));
        }
    }

    /** Whoever goes, or proves who it is, gives its place back. */
    @Test
    void placesAreGivenBack() throws Exception {
        try (LinkServer server = LinkServer.start(LinkServerSettings.on("127.0.0.1", 0), controller)) {
            for (int i = 0; i < 50; i++) {
                connectWithoutHello(server, 2);
            }
            await().atMost(SOON).until(() -> server.unauthenticated() == 50);
            for (int i = 0; i < 20; i++) {
                agent(server, "agent-" + i);
            }
            assertThat(server.unauthenticated()).isEqualTo(50);
            sockets.get(0).close();
            await().atMost(SOON).until(() -> server.unauthenticated() == 49);
        }
    }
}
