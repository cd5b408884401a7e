package io.deskmeter.controller.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.deskmeter.controller.HttpsPort;
import io.deskmeter.controller.LinkedAgent;
import io.deskmeter.controller.SampleRoot;
import io.deskmeter.controller.audit.AuditEntry;
import io.deskmeter.controller.audit.AuditStore;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** Requests that take long end with the right to them, as event streams do. */
@Tag("slow")
class EndedRequestsTest {
    private static final Duration ENDED = Duration.ofSeconds(20);

    private static String longRun(PeopleFixture people) throws Exception {
        URI runs = people.server.address().resolve("/api/v1/runs");
        HttpResponse<String> started = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(runs)
                                .header("Authorization", people.local.substring("Authorization: ".length()))
                                .header("Content-Type", "application/yaml")
                                .POST(HttpRequest.BodyPublishers.ofString(
                                        SampleRoot.PROFILE.replace("iterations: 3", "iterations: 10000")))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertThat(started.statusCode()).as(started.body()).isEqualTo(201);
        return JsonMapper.shared().readTree(started.body()).path("id").asString();
    }

    /** A request that has not yet arrived when its right ends is refused as a new one. */
    private static void awaitWaiting(PeopleFixture people, int requests) {
        await().atMost(ENDED).until(() -> HttpsPort.waitingRequests(people.server) == requests);
    }

    @Test
    void aWaitingRequestEndsWithTheRightToIt(@TempDir Path folder) throws Exception {
        try (PeopleFixture people = new PeopleFixture(folder);
                LinkedAgent agent = new LinkedAgent(people.server, folder.resolve("workloads"))) {
            assertThat(agent).isNotNull();
            String path = "/api/v1/runs/" + longRun(people) + "?wait=9m";
            Map<String, Socket> ending = new LinkedHashMap<>();
            try (Socket staying = people.loopback.stream(path, people.local)) {
                String loggedOut = "";
                for (String how : List.of("removed", "role", "out")) {
                    people.add(how, "viewer");
                    loggedOut = people.cookie(how);
                    ending.put(how, people.https.stream(path, loggedOut));
                }
                awaitWaiting(people, 4);
                people.loopback.send("DELETE", "/api/v1/users/removed", "", people.local);
                people.change("role", "{\"role\":\"scrape\"}");
                people.https.send("POST", "/api/v1/logout", "", loggedOut);
                for (Map.Entry<String, Socket> waiting : ending.entrySet()) {
                    waiting.getValue().setSoTimeout((int) ENDED.toMillis());
                    String answer =
                            new String(waiting.getValue().getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                    assertThat(answer)
                            .as(waiting.getKey())
                            .startsWith("HTTP/1.1 401")
                            .doesNotContain("\"state\"");
                }
                // Whoever still may goes on to wait.
                staying.setSoTimeout(1000);
                assertThatThrownBy(() -> staying.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
            } finally {
                for (Socket socket : ending.values()) {
                    socket.close();
                }
            }
        }
    }

    /** The same for an answer that is due before the next look: the time is over, or the run has ended. */
    @Test
    void aWaitThatIsOverTellsNothingToWhoMayNoMore(@TempDir Path folder) throws Exception {
        try (PeopleFixture people = new PeopleFixture(folder);
                LinkedAgent agent = new LinkedAgent(people.server, folder.resolve("workloads"))) {
            assertThat(agent).isNotNull();
            people.add("vera", "viewer");
            people.add("wim", "viewer");
            String vera = people.cookie("vera");
            String run = longRun(people);
            try (Socket over = people.https.stream("/api/v1/runs/" + run + "?wait=5s", vera);
                    Socket ended = people.https.stream("/api/v1/runs/" + run + "?wait=9m", vera);
                    Socket wim = people.https.stream("/api/v1/runs/" + run + "?wait=9m", people.cookie("wim"))) {
                awaitWaiting(people, 3);
                people.loopback.send("DELETE", "/api/v1/users/vera", "", people.local);
                people.loopback.send("POST", "/api/v1/runs/" + run + "/abort", "", people.local);
                for (Socket socket : new Socket[] {over, ended, wim}) {
                    socket.setSoTimeout((int) ENDED.toMillis());
                    String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                    assertThat(answer).startsWith(socket == wim ? "HTTP/1.1 200" : "HTTP/1.1 401");
                    assertThat(answer.contains("\"state\"")).isEqualTo(socket == wim);
                }
            }
        }
    }

    @Test
    void aDownloadEndsWithTheRightToIt(@TempDir Path folder) throws Exception {
        try (PeopleFixture people = new PeopleFixture(folder)) {
            people.add("alma", "admin");
            AuditStore audit = HttpsPort.part(people.server, AuditStore.class);
            for (int i = 0; i < 6000; i++) {
                audit.add(new AuditEntry(
                        0,
                        Instant.now(),
                        "x",
                        null,
                        null,
                        "127.0.0.1",
                        "https",
                        "x",
                        "/",
                        "x".repeat(2000),
                        AuditEntry.Outcome.DONE));
            }
            Read all = read(open(people.loopback, people.local), 0);
            assertThat(all.length()).isGreaterThan(12_000_000L);
            assertThat(all.complete()).isTrue();
            try (Socket reader = open(people.https, people.cookie("alma"))) {
                assertThat(reader.getInputStream().readNBytes(1000)).hasSize(1000);
                assertThat(people.change("alma", "{\"role\":\"viewer\"}")).isEqualTo(200);
                // The answer goes on as far as buffers reach.
                await().pollDelay(Duration.ofSeconds(2)).until(() -> true);
                Read some = read(reader, 1000);
                assertThat(some.length()).isLessThan(all.length() / 2);
                assertThat(some.complete())
                        .as("it does not look like all of it")
                        .isFalse();
            }
        }
    }

    /** In chunks, of which the last one says that it is. */
    private static Socket open(Requests port, String header) throws IOException {
        Socket socket = new Socket(port.server().getHost(), port.server().getPort());
        socket.setSoTimeout((int) ENDED.toMillis());
        String request = "GET /api/v1/audit.jsonl HTTP/1.1\r\nHost: " + port.host() + "\r\n" + header + "\r\n\r\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private record Read(long length, boolean complete) {}

    private static Read read(Socket socket, long before) throws IOException {
        String last = "\r\n0\r\n\r\n";
        byte[] block = new byte[1 << 16];
        long length = before;
        String end = "";
        try {
            while (!end.endsWith(last)) {
                int read = socket.getInputStream().read(block);
                if (read < 0) {
                    return new Read(length, false);
                }
                length += read;
                end += new String(block, 0, read, StandardCharsets.ISO_8859_1);
                end = end.substring(Math.max(0, end.length() - last.length()));
            }
            return new Read(length, true);
        } catch (SocketException e) {
            return new Read(length, false);
        }
    }
}
