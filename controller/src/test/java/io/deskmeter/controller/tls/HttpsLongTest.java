package io.deskmeter.controller.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.deskmeter.controller.ControllerServer;
import io.deskmeter.controller.ControllerSettings;
import io.deskmeter.link.tls.Fingerprint;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The port for browsers and commands of other machines, as long as a connection may take. */
class HttpsLongTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    @TempDir
    Path folder;

    private ControllerSettings settings;

    @BeforeEach
    void prepare() throws Exception {
        settings = HttpsTest.settings(folder);
    }

    /** Connections that say nothing, garbage, or one byte a second: others are answered, and none of them stays. */
    @Test
    void peersThatDoNotLogInHaveFewPlacesAndLittleTime() throws Exception {
        try (ControllerServer server = ControllerServer.start(settings)) {
            int port = HttpsTest.port(server);
            List<Socket> silent = new ArrayList<>();
            try {
                for (int from = 2; from < 9; from++) {
                    for (int i = 0; i < LimitedEndpoint.MOST_OF_ADDRESS + 20; i++) {
                        Socket socket = connect(from, port);
                        if (i % 3 == 1) {
                            send(socket, "GET / HTTP/1.1\r\n\r\n");
                        } else if (i % 3 == 2) {
                            // The beginning of a handshake that does not go on.
                            send(socket, "\u0016\u0003\u0001\u0001\u0000\u0001");
                        }
                        silent.add(socket);
                    }
                }
                HttpClient client = HttpsTest.client(Fingerprint.parse(server.httpsAuthority()));
                URI runs = URI.create("https://127.0.0.1:" + port + "/api/v1/runs");
                assertThat(HttpsTest.get(client, runs).statusCode()).isEqualTo(401);
                assertThat(silent.stream().filter(HttpsLongTest::isOpen).count())
                        .isLessThanOrEqualTo(LimitedEndpoint.MOST);

                Socket slow = connect(20, port);
                silent.add(slow);
                send(slow, "\u0016\u0003\u0001\u0001\u0000");
                await().pollInterval(Duration.ofSeconds(1))
                        .atMost(LimitedEndpoint.WITHIN.plusSeconds(15))
                        .until(() -> {
                            send(slow, "\u0001");
                            return !isOpen(slow);
                        });
                await().atMost(SOON).until(() -> silent.stream().noneMatch(HttpsLongTest::isOpen));
                assertThat(HttpsTest.get(HttpsTest.client(Fingerprint.parse(server.httpsAuthority())), runs)
                                .statusCode())
                        .isEqualTo(401);
            } finally {
                for (Socket socket : silent) {
                    socket.close();
                }
            }
        }
    }

    private static Socket connect(int from, int port) throws IOException {
        Socket socket = new Socket();
        socket.bind(new InetSocketAddress(InetAddress.getByName("127.0.0." + from), 0));
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 10_000);
        return socket;
    }

    private static void send(Socket socket, String bytes) {
        try {
            OutputStream out = socket.getOutputStream();
            out.write(bytes.getBytes(StandardCharsets.ISO_8859_1));
            out.flush();
        } catch (IOException closed) {
            // The controller may have closed it.
        }
    }

    private static boolean isOpen(Socket socket) {
        try {
            InputStream in = socket.getInputStream();
            socket.setSoTimeout(1);
            for (int next = in.read(); next >= 0; next = in.read()) {
                // An alert, or an answer.
            }
            return false;
        } catch (SocketTimeoutException e) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
