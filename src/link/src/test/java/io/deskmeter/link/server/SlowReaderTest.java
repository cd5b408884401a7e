package io.deskmeter.link.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.deskmeter.link.Messages;
import io.deskmeter.link.RecordingController;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.PrepareRun;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** An agent that sends a hello and then never reads. */
class SlowReaderTest {
    private static final int MAX_FRAME = 100_000;

    private final RecordingController controller = new RecordingController();

    @Test
    void losesItsLinkBeforeTheControllerRunsOutOfMemory() throws LinkException, IOException {
        LinkServerSettings settings = new LinkServerSettings(
                "127.0.0.1", 0, Duration.ofSeconds(60), Duration.ofSeconds(60), MAX_FRAME, Optional.empty());
        try (LinkServer server = LinkServer.start(settings, controller);
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            DataOutputStream out = new DataOutputStream(socket.getOutputStream());
            byte[] hello = Messages.fromAgent(Messages.hello("a1")).toByteArray();
            out.writeInt(hello.length);
            out.write(hello);
            await().until(() -> controller.links.size() == 1);

            int sent = 0;
            while (controller.link().send(message(90_000))) {
                sent++;
                // Far more than the socket buffers of both sides.
                assertThat(sent).isLessThan(10_000);
            }

            await().until(() -> controller.events.size() == 3);
            assertThat(controller.events)
                    .last()
                    .isEqualTo("disconnected agent reads too slowly: more than 200000 bytes wait for it");
            assertThat(server.counts().slow()).isPositive();
            assertThat(controller.link().send(message(1))).isFalse();
        }
    }

    @Test
    void aMessageThatExceedsTheFrameIsRefused() throws LinkException, IOException {
        LinkServerSettings settings = new LinkServerSettings(
                "127.0.0.1", 0, Duration.ofSeconds(60), Duration.ofSeconds(60), MAX_FRAME, Optional.empty());
        try (LinkServer server = LinkServer.start(settings, controller);
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            DataOutputStream out = new DataOutputStream(socket.getOutputStream());
            byte[] hello = Messages.fromAgent(Messages.hello("a1")).toByteArray();
            out.writeInt(hello.length);
            out.write(hello);
            await().until(() -> controller.links.size() == 1);
            assertThatThrownBy(() -> controller.link().send(message(MAX_FRAME)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageMatching("message: \\d+ bytes \\(expected: <= 100000\\)");
        }
    }

    private static FromController message(int bytes) {
        return FromController.newBuilder()
                .setPrepareRun(PrepareRun.newBuilder().setRunProfileYaml("x".repeat(bytes)))
                .build();
    }
}
