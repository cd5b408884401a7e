package io.deskmeter.controller.cli.client;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The behaviour of a client when the controller, or the connection to it, is lost without a message. */
class ControllerClientTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    private final List<Socket> lines = new CopyOnWriteArrayList<>();

    @SuppressWarnings("NullAway.Init")
    private ServerSocket server;

    @BeforeEach
    void listen() throws IOException {
        server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void close() throws IOException {
        server.close();
        for (Socket line : lines) {
            line.close();
        }
    }

    private ControllerClient client() {
        URI address = URI.create("http://127.0.0.1:" + server.getLocalPort());
        return new ControllerClient(new ControllerConnection(address, Credential.none(), null), Duration.ofMillis(400));
    }

    /** Sends this to each client, then nothing more. */
    private void serve(String words) {
        Thread thread = new Thread(() -> {
            try {
                Socket line = server.accept();
                lines.add(line);
                OutputStream out = line.getOutputStream();
                out.write(words.getBytes(StandardCharsets.UTF_8));
                out.flush();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    @Test
    void aStreamThatFallsSilentIsTakenForBroken() {
        serve("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n: the line stands\n\n");
        assertTimeoutPreemptively(
                SOON,
                () -> assertThatThrownBy(() -> client().follow("run-1", snapshot -> {}))
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("events: none for"));
    }

    /** Reproducer: it was tried again for half a minute, and the message spoke of a lost connection. */
    @ParameterizedTest
    @ValueSource(strings = {"401 Unauthorized", "403 Forbidden"})
    void anEndedLoginIsNoBrokenStream(String status) {
        serve("HTTP/1.1 " + status + "\r\nContent-Length: 0\r\n\r\n");
        assertTimeoutPreemptively(
                SOON,
                () -> assertThatThrownBy(() -> client().follow("run-1", snapshot -> {}))
                        .isInstanceOf(ControllerClient.LoginEndedException.class));
    }

    @Test
    void aControllerThatTakesTheCallAndSaysNothingIsTakenForBroken() {
        serve("");
        assertTimeoutPreemptively(
                SOON,
                () -> assertThatThrownBy(() -> client().follow("run-1", snapshot -> {}))
                        .isInstanceOf(IOException.class));
    }
}
