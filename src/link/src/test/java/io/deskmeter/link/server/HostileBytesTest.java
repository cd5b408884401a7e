package io.deskmeter.link.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.deskmeter.link.Messages;
import io.deskmeter.link.RecordingController;
import io.deskmeter.link.v1.FromAgent;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The server survives any bytes from unauthenticated peers and faulty agents, and still serves a valid agent. */
@Tag("slow")
class HostileBytesTest {
    private static final long SEED = 20_260_101;

    private final RecordingController controller = new RecordingController();
    private final Random random = new Random(SEED);

    @Test
    void theServerSurvivesAnyBytes() throws LinkException, IOException {
        try (LinkServer server = LinkServer.start(LinkServerSettings.on("127.0.0.1", 0), controller)) {
            for (int i = 0; i < 300; i++) {
                attack(server.port(), random(random.nextInt(2_000)));
                attack(server.port(), framed(random(random.nextInt(200))));
                attack(server.port(), concat(hello(), random(random.nextInt(2_000))));
                attack(server.port(), concat(hello(), framed(random(random.nextInt(200)))));
            }
            for (int length : new int[] {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, 8 << 20, 300_000}) {
                attack(server.port(), header(length));
                attack(server.port(), concat(hello(), header(length)));
            }
            byte[] hello = hello();
            for (int half = 0; half < hello.length; half++) {
                attack(server.port(), Arrays.copyOf(hello, half));
            }
            assertServes(server.port());
            assertThat(server.counts().broken()).as("seed %d", SEED).isGreaterThan(100);
        }
        assertThat(controller.events.stream().filter(e -> e.startsWith("disconnected")))
                .hasSameSizeAs(controller.links);
    }

    private void assertServes(int port) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            byte[] last = concat(hello("good"), new byte[0]);
            socket.getOutputStream().write(last);
            await().until(() -> controller.events.contains("connected good"));
        }
    }

    private static void attack(int port, byte[] bytes) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write(bytes);
            socket.shutdownOutput();
            socket.getInputStream().readAllBytes();
        } catch (SocketException e) {
            // The server may close the connection during the attack.
            assertThat(e).hasMessageMatching(".*(reset|Broken pipe|abort).*");
        }
    }

    private byte[] random(int size) {
        byte[] bytes = new byte[size];
        random.nextBytes(bytes);
        return bytes;
    }

    private static byte[] hello() throws IOException {
        return hello("bad");
    }

    private static byte[] hello(String agentId) throws IOException {
        FromAgent hello = Messages.fromAgent(Messages.hello(agentId));
        return framed(hello.toByteArray());
    }

    private static byte[] framed(byte[] body) throws IOException {
        return concat(header(body.length), body);
    }

    private static byte[] header(int length) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new DataOutputStream(bytes).writeInt(length);
        return bytes.toByteArray();
    }

    private static byte[] concat(byte[] a, byte[] b) {
        byte[] both = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, both, a.length, b.length);
        return both;
    }
}
