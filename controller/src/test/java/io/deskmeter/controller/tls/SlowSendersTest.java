package io.deskmeter.controller.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.deskmeter.controller.ControllerServer;
import io.deskmeter.link.access.TokenFile;
import io.deskmeter.link.access.TokenRole;
import io.deskmeter.link.tls.Fingerprint;
import io.deskmeter.link.tls.LinkTls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests whose bodies do not come, so that each holds a thread: others are answered meanwhile. */
@SuppressWarnings("NullAway.Init") // start() makes them
@Tag("slow")
class SlowSendersTest {
    private static final Duration SOON = Duration.ofSeconds(5);
    private static final int SENDERS = 120;

    private ControllerServer server;
    private int port;
    private SSLSocketFactory tls;
    private String viewer;
    private String other;
    private final AtomicBoolean over = new AtomicBoolean();
    private final List<Thread> senders = new ArrayList<>();
    private final AtomicInteger sent = new AtomicInteger();

    @BeforeEach
    void start(@TempDir Path folder) throws Exception {
        server = ControllerServer.start(HttpsTest.settings(folder));
        port = HttpsTest.port(server);
        tls = LinkTls.webClient(Fingerprint.parse(server.httpsAuthority())).getSocketFactory();
        viewer = session("vera");
        other = session("wim");
    }

    @AfterEach
    void stop() throws Exception {
        over.set(true);
        senders.forEach(Thread::interrupt);
        for (Thread sender : senders) {
            sender.join();
        }
        server.close();
    }

    /** A new user's cookie. */
    private String session(String name) throws Exception {
        String local =
                "Bearer " + TokenFile.read(server.tokenFile(TokenRole.ADMIN)).text();
        HttpClient client = HttpsTest.client(Fingerprint.parse(server.httpsAuthority()));
        String user = "{\"name\":\"%s\",\"role\":\"viewer\",\"password\":\"correct horse battery\"}".formatted(name);
        URI users = server.address().resolve("/api/v1/users");
        assertThat(post(client, users, user, "Authorization", local).statusCode())
                .isEqualTo(201);
        URI login = URI.create("https://127.0.0.1:" + port + "/api/v1/login");
        String pair = "{\"name\":\"%s\",\"password\":\"correct horse battery\"}".formatted(name);
        HttpResponse<String> in = post(client, login, pair);
        return "Cookie: " + in.headers().firstValue("Set-Cookie").orElseThrow().split(";", 2)[0];
    }

    private static HttpResponse<String> post(HttpClient client, URI uri, String json, String... headers)
            throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                .timeout(Duration.ofSeconds(20))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(json));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }

    private SSLSocket connect(String from) throws IOException {
        Socket plain = new Socket();
        plain.bind(new InetSocketAddress(InetAddress.getByName(from), 0));
        plain.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 10_000);
        plain.setSoTimeout(60_000);
        return (SSLSocket) tls.createSocket(plain, "127.0.0.1", port, true);
    }

    private void write(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.replace("PORT", "" + port).getBytes(StandardCharsets.US_ASCII));
    }

    /**
     * Sends the beginning of a request again and again, each on a connection of its own, with a byte a second after it.
     */
    private void sendSlowly(String from, String head) {
        for (int i = 0; i < SENDERS; i++) {
            Thread sender = new Thread(() -> {
                while (!over.get()) {
                    try (SSLSocket socket = connect(from)) {
                        write(socket, head);
                        sent.incrementAndGet();
                        while (!over.get()) {
                            write(socket, " ");
                            Thread.sleep(1000);
                        }
                    } catch (IOException e) {
                        // Ended by the controller; again.
                    } catch (InterruptedException e) {
                        return;
                    }
                }
            });
            sender.start();
            senders.add(sender);
        }
        // Time to take all threads that they get.
        await().pollDelay(Duration.ofSeconds(6))
                .atMost(Duration.ofSeconds(60))
                .until(() -> sent.get() >= RequestThreads.MOST_OF_SITE);
    }

    private String me(String from, String cookie) throws IOException {
        try (SSLSocket socket = connect(from)) {
            write(
                    socket,
                    "GET /api/v1/me HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n" + cookie + "\r\nConnection: close\r\n\r\n");
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private void assertAnsweredSoon(String from, String cookie) throws IOException {
        for (int i = 0; i < 5; i++) {
            Instant asked = Instant.now();
            assertThat(me(from, cookie)).startsWith("HTTP/1.1 200");
            assertThat(Duration.between(asked, Instant.now())).isLessThan(SOON);
        }
    }

    /** What is open to everybody; what is refused, and then read to its end by the web server; and in chunks. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST /api/v1/login HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{",
                "POST /api/v1/runs HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nContent-Type: application/yaml\r\nContent-Length: 1000\r\n\r\n",
                "POST /api/v1/login HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n3e8\r\n{"
            })
    void aStrangerKeepsNobodyOfAnotherAddressWaiting(String head) throws Exception {
        sendSlowly("127.0.0.66", head);
        assertAnsweredSoon("127.0.0.1", viewer);
    }

    /**
     * From so many addresses that strangers have no thread left: who logs in is one of them until the answer. All that
     * they send at first is a body that lacks its end.
     */
    @Test
    void whoLogsInDoesNotWaitForStrangersOfManyAddresses() throws Exception {
        List<SSLSocket> strangers = new ArrayList<>();
        try {
            for (int i = 0; i < 2 * RequestThreads.MOST; i++) {
                SSLSocket stranger = connect("127.0.1." + (1 + i));
                strangers.add(stranger);
                write(
                        stranger,
                        "POST /api/v1/login HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{");
            }
            Instant asked = Instant.now();
            assertThat(logIn("vera", Duration.ZERO)).startsWith("HTTP/1.1 204");
            assertThat(Duration.between(asked, Instant.now())).isLessThan(SOON);
        } finally {
            for (SSLSocket stranger : strangers) {
                stranger.close();
            }
        }
    }

    /** A line may be slow: as long as nobody waits, nobody is ended. */
    @Test
    void aBodyThatComesLateIsReadWhileNobodyWaits() throws Exception {
        assertThat(logIn("vera", RequestThreads.PATIENCE.multipliedBy(4))).startsWith("HTTP/1.1 204");
    }

    /** @param pause in the middle of the body */
    private String logIn(String name, Duration pause) throws Exception {
        String pair = "{\"name\":\"%s\",\"password\":\"correct horse battery\"}".formatted(name);
        try (SSLSocket socket = connect("127.0.0.1")) {
            write(
                    socket,
                    "POST /api/v1/login HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: "
                            + pair.length() + "\r\n\r\n" + pair.substring(0, 5));
            await().pollDelay(pause).until(() -> true);
            write(socket, pair.substring(5));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Somebody who is logged in and may do nothing but read. */
    @Test
    void aViewerKeepsNobodyElseWaiting() throws Exception {
        sendSlowly(
                "127.0.0.1",
                "PUT /api/v1/me/password HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n" + viewer
                        + "\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{");
        assertAnsweredSoon("127.0.0.2", other);
        String refused = me("127.0.0.2", viewer);
        assertThat(refused).startsWith("HTTP/1.1 429").contains("Retry-After: ", "(expected: fewer");
    }
}
