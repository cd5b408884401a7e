package io.deskmeter.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.link.access.TokenRole;
import io.deskmeter.link.access.TokenSource;
import java.io.IOException;
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
import java.util.List;
import java.util.Locale;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Responses to requests that are refused or already done. */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RestProblemsTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final HttpClient http = Clients.of(() -> this.server);

    @SuppressWarnings("NullAway.Init")
    private ControllerServer server;

    @SuppressWarnings("NullAway.Init")
    private Path workloads;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        workloads = SampleRoot.create(folder.resolve("workloads"));
        server = ControllerServer.start(ControllerSettings.of(folder.resolve("data"), workloads));
    }

    @AfterAll
    void stop() {
        server.close();
    }

    private HttpResponse<String> send(String method, String path, String type, String body, String... headers)
            throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.address().resolve(path))
                .header("Accept", "application/json")
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (!type.isEmpty()) {
            request.header("Content-Type", type);
        }
        if (headers.length > 0) {
            request.headers(headers);
        }
        return http.send(request.build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> get(String path, String accept) throws Exception {
        return http.send(
                HttpRequest.newBuilder(server.address().resolve(path))
                        .header("Accept", accept)
                        .build(),
                BodyHandlers.ofString());
    }

    private JsonNode json(String path) throws Exception {
        HttpResponse<String> response = get(path, "application/json");
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return JSON.readTree(response.body());
    }

    private static JsonNode problem(HttpResponse<String> response, int status) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(response.headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("application/problem+json"));
        JsonNode problem = JSON.readTree(response.body());
        assertThat(problem.path("status").asInt()).isEqualTo(status);
        assertThat(problem.path("detail").asString()).isNotBlank();
        return problem;
    }

    private String ended() throws Exception {
        try (LinkedAgent agent = new LinkedAgent(server, workloads)) {
            HttpResponse<String> begun = send("POST", "/api/v1/runs", "application/yaml", SampleRoot.PROFILE);
            assertThat(begun.statusCode()).as(begun.body()).isEqualTo(201);
            String id = JSON.readTree(begun.body()).path("id").asString();
            awaitEnd(id);
            return id;
        }
    }

    private void awaitEnd(String id) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(40))
                .untilAsserted(() -> assertThat(
                                json("/api/v1/runs/" + id).path("ended").asBoolean())
                        .isTrue());
    }

    @Test
    void aRunThatHasEndedCannotBeStopped() throws Exception {
        String id = ended();
        for (String how : new String[] {"stop", "abort"}) {
            JsonNode problem = problem(send("POST", "/api/v1/runs/" + id + "/" + how, "", ""), 409);
            assertThat(problem.path("detail").asString()).contains("run: " + id + " is finished (expected: ");
        }
    }

    @Test
    void aRunIsDoneAgainFromItsOwnProfile() throws Exception {
        String id = ended();
        HttpResponse<String> profile = get("/api/v1/runs/" + id + "/profile", "application/yaml");
        assertThat(profile.statusCode()).isEqualTo(200);
        assertThat(profile.headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("application/yaml"));
        assertThat(profile.body()).contains("office/writer", "seed:");

        HttpResponse<String> again;
        try (LinkedAgent agent = new LinkedAgent(server, workloads)) {
            again = send("POST", "/api/v1/runs/" + id + "/rerun", "", "");
            assertThat(again.statusCode()).as(again.body()).isEqualTo(201);
            String next = JSON.readTree(again.body()).path("id").asString();
            assertThat(again.headers().firstValue("Location")).contains("/api/v1/runs/" + next);
            assertThat(next).isNotEqualTo(id);
            awaitEnd(next);
            assertThat(get("/api/v1/runs/" + next + "/profile", "application/yaml")
                            .body())
                    .isEqualTo(profile.body());
            assertThat(json("/api/v1/runs/" + next).path("profile"))
                    .isEqualTo(json("/api/v1/runs/" + id).path("profile"));
            assertThat(json("/api/v1/runs/" + next).path("state").asString()).isEqualTo("finished");
        }
        problem(send("POST", "/api/v1/runs/r-1/rerun", "", ""), 404);
        problem(get("/api/v1/runs/r-1/profile", "application/yaml"), 404);
    }

    @Test
    void listsAreReadInPagesInOneWay() throws Exception {
        String first = ended();
        String second = ended();
        JsonNode sessions = json("/api/v1/runs/" + first + "/sessions?offset=1&limit=5");
        assertThat(sessions.path("total").asInt()).isEqualTo(2);
        assertThat(sessions.path("offset").asInt()).isEqualTo(1);
        assertThat(sessions.path("sessions").size()).isEqualTo(1);
        JsonNode session = sessions.path("sessions").path(0);
        assertThat(session.path("session").asInt()).isEqualTo(1);
        assertThat(session.path("agent").asString()).isEqualTo("agent-1");
        assertThat(session.path("host").asString()).isEqualTo("test-host");
        assertThat(session.path("state").asString()).isEqualTo("stopped");
        assertThat(session.has("logonMs")).isTrue();

        JsonNode runs = json("/api/v1/runs?limit=1");
        int total = runs.path("total").asInt();
        assertThat(total).isGreaterThanOrEqualTo(2);
        assertThat(runs.path("runs").size()).isEqualTo(1);
        assertThat(runs.path("runs").path(0).path("id").asString()).isEqualTo(second);
        JsonNode older = json("/api/v1/runs?offset=1&limit=1");
        assertThat(older.path("total").asInt()).isEqualTo(total);
        assertThat(older.path("runs").path(0).path("id").asString()).isEqualTo(first);
        assertThat(json("/api/v1/runs?before=" + second).path("total").asInt()).isEqualTo(total - 1);

        assertThat(json("/api/v1/runs/" + first + "/timings?limit=1")
                        .path("total")
                        .asInt())
                .isPositive();
        int timings = json("/api/v1/runs/" + first + "/timings").path("total").asInt();
        for (String always : new String[] {
            "from=1700-01-01T00:00:00Z&to=4104-01-02T19:30:05.5Z",
            "from=1970-01-01t19:00:00.1234567890123%2B23:59&to=4285-08-03T15:38:19.602754-20:20",
            "from=-1000000000-01-01T00:00:00Z&to=%2B1000000000-12-31T23:59:59.999999999Z"
        }) {
            assertThat(json("/api/v1/runs/" + first + "/timings?" + always)
                            .path("total")
                            .asInt())
                    .isEqualTo(timings);
        }
        for (String list : new String[] {"runs", "runs/" + first + "/sessions", "runs/" + first + "/timings"}) {
            problem(get("/api/v1/" + list + "?limit=0", "application/json"), 400);
            problem(get("/api/v1/" + list + "?limit=10001", "application/json"), 400);
            problem(get("/api/v1/" + list + "?offset=-1", "application/json"), 400);
        }
    }

    @Test
    void aProfileIsChangedOnlyByWhoNamesTheVersionThatHeRead() throws Exception {
        String path = "/api/v1/run-profiles/mine";
        String yaml = SampleRoot.PROFILE.replaceFirst("(?m)^id:.*\n", "");
        HttpResponse<String> created = send("PUT", path, "application/yaml", yaml);
        assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
        assertThat(created.headers().firstValue("ETag")).contains("\"1\"");

        JsonNode blind = problem(send("PUT", path, "application/yaml", yaml), 428);
        assertThat(blind.path("detail").asString()).startsWith("If-Match: missing (expected: \"1\"");
        assertThat(blind.path("newestVersion").asInt()).isEqualTo(1);
        assertThat(blind.path("newestYaml").asString()).isEqualTo(yaml);
        problem(send("DELETE", path, "", ""), 428);

        HttpResponse<String> updated = send("PUT", path, "application/yaml", yaml + "# more\n", "If-Match", "\"1\"");
        assertThat(updated.statusCode()).as(updated.body()).isEqualTo(200);
        assertThat(updated.headers().firstValue("ETag")).contains("\"2\"");
        problem(send("PUT", path, "application/yaml", yaml, "If-Match", "\"1\""), 412);
        problem(send("PUT", path, "application/yaml", yaml, "If-Match", "soon"), 400);

        assertThat(send("DELETE", path, "", "", "If-Match", "\"2\"").statusCode())
                .isEqualTo(204);
        problem(send("DELETE", path, "", "", "If-Match", "\"2\""), 404);
        assertThat(send("PUT", path, "application/yaml", yaml).statusCode()).isEqualTo(201);
    }

    @Test
    void accountsAreMadeAndThenChanged() throws Exception {
        String csv = "user,password\nann,secret\n";
        assertThat(send("PUT", "/api/v1/accounts/lab", "text/csv", csv).statusCode())
                .isEqualTo(201);
        assertThat(send("PUT", "/api/v1/accounts/lab", "text/csv", csv).statusCode())
                .isEqualTo(200);
        problem(send("PUT", "/api/v1/accounts/a%20b", "text/csv", csv), 400);
    }

    /** A profile of anybody who may start runs got the passwords of everybody. */
    @Test
    void passwordsGoToTheHostsOfTheirSetOnly() throws Exception {
        String profile = """
                id: steal
                workloads: { workloads: [%s] }
                target: { vnc: { hosts: [%s], accounts: bound, keyboard: { layout: us } } }
                load: { fixed: { sessions: 1 } }
                """;
        String nobody = "user,password\nann,geheim\n";
        for (String set : List.of(nobody, "# hosts: vdi-1.lab:5901, *.office\n" + nobody)) {
            assertThat(send("PUT", "/api/v1/accounts/bound", "text/csv", set).statusCode())
                    .isIn(200, 201);
            for (String to : List.of("runs", "checks")) {
                HttpResponse<String> answer = send(
                        "POST",
                        "/api/v1/" + to,
                        "application/yaml",
                        profile.formatted("office/writer", "mine.example"));
                assertThat(answer.body())
                        .contains("accounts: bound may not be sent to mine.example:5900 (expected: ")
                        .doesNotContain("geheim");
            }
        }
        String checked = send(
                        "POST", "/api/v1/checks", "application/yaml", profile.formatted("office/writer", "pc-1.office"))
                .body();
        assertThat(checked).doesNotContain("may not be sent");
        assertThat(send("GET", "/api/v1/accounts/bound", "", "").body())
                .contains("\"hosts\":[\"vdi-1.lab:5901\",\"*.office\"]")
                .doesNotContain("geheim");
    }

    @Test
    void whatIsNoRequestAtAllIsAProblemToo() throws Exception {
        malformed("GET /api/v1/runs?text=%zz", 400);
        malformed("GET /api/v1/runs?text=%f", 400);
        malformed("GET /api/v1/runs?format=%zz", 400);
        malformed("GET /api/v1/runs/%zz", 400);
        malformed("GET /api/v1/runs/a%2Fb", 400);
        malformed("GET /api/v1/runs?text=a|b", 400);
        malformed("GET /api/v1/runs?text=a\u0001b", 400);
        malformed("GET /../x", 400);
        malformed("TRACE /api/v1/runs", 405);
        malformed("BREW /api/v1/runs", 405);
        malformed("GET /actuator/nothing", 404);
        malformed("POST /api/v1/checks", 415);
    }

    @Test
    void whatIsEmptyIsNotWhatWasNotGiven() throws Exception {
        problem(send("POST", "/api/v1/login-links?to=//elsewhere", "", ""), 400);
        problem(send("PUT", "/api/v1/retention", "application/json", "null"), 400);
        problem(send("POST", "/api/v1/retention/preview", "application/json", "null"), 400);
        for (String list : new String[] {"runs?limit=", "runs?offset=", "runs?limit=5&limit="}) {
            JsonNode problem = problem(get("/api/v1/" + list, "application/json"), 400);
            assertThat(problem.path("detail").asString()).contains(": no value (expected: one");
        }
        assertThat(json("/api/v1/runs?text=").path("total").asInt()).isNotNegative();
    }

    /** Written manually: no client sends such lines. */
    private void malformed(String line, int status) throws IOException {
        URI address = server.address();
        try (Socket socket = new Socket(address.getHost(), address.getPort())) {
            String request = line + " HTTP/1.1\r\nHost: " + address.getAuthority()
                    + "\r\nAuthorization: Bearer "
                    + TokenSource.of(server.tokenFile(TokenRole.ADMIN)).get()
                    + "\r\nAccept: application/json\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(answer).as(line).startsWith("HTTP/1.1 " + status + " ");
            assertThat(answer.toLowerCase(Locale.ROOT)).as(line).contains("content-type: application/problem+json");
            assertThat(answer)
                    .as(line)
                    .contains("\"status\":" + status, "\"title\":", "\"detail\":")
                    .doesNotContain("Exception", "Tomcat");
        }
    }
}
