package io.deskmeter.controller;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.util.FileSystemUtils;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The requests of the web pages to a controller. */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WebTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Pattern NONCE = Pattern.compile("'nonce-([^']+)'");

    private final HttpClient http = Clients.of(() -> this.server);

    @SuppressWarnings("NullAway.Init")
    private ControllerServer server;

    @SuppressWarnings("NullAway.Init")
    private Path workloads;

    @SuppressWarnings("NullAway.Init")
    private Path data;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        workloads = SampleRoot.create(folder.resolve("workloads"));
        data = folder.resolve("data");
        server = ControllerServer.start(ControllerSettings.of(data, workloads));
    }

    @AfterAll
    void stop() {
        server.close();
    }

    private HttpRequest.Builder request(String path, String accept) {
        return HttpRequest.newBuilder(server.address().resolve(path)).header("Accept", accept);
    }

    private HttpResponse<String> get(String path, String accept) throws Exception {
        return http.send(request(path, accept).build(), BodyHandlers.ofString());
    }

    private JsonNode json(String path) throws Exception {
        HttpResponse<String> response = get(path, "application/json");
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return JSON.readTree(response.body());
    }

    private HttpResponse<String> send(String method, String path) throws Exception {
        return http.send(
                request(path, "application/json")
                        .method(method, BodyPublishers.noBody())
                        .build(),
                BodyHandlers.ofString());
    }

    private static String nonce(HttpResponse<?> page) {
        List<String> policies = page.headers().allValues("Content-Security-Policy");
        assertThat(policies).hasSize(1);
        Matcher matcher = NONCE.matcher(policies.get(0));
        assertThat(matcher.find()).as(policies.get(0)).isTrue();
        return matcher.group(1);
    }

    @Test
    void everyPageHasItsOwnNonceAndIsKeptByNobody() throws Exception {
        List<String> nonces = new ArrayList<>();
        for (String path : List.of(
                "/",
                "/profiles",
                "/profiles/new",
                "/runs",
                "/runs/r-1",
                "/runs/r-1/results",
                "/compare?runs=a",
                "/trend?profile=a",
                "/agents",
                "/installations",
                "/workloads",
                "/access")) {
            HttpResponse<String> page = get(path, "text/html");
            assertThat(page.statusCode()).as(path).isEqualTo(200);
            assertThat(page.body()).contains("Deskmeter").doesNotContain("DESKMETER-NONCE");
            assertThat(page.headers().firstValue("Cache-Control")).contains("no-store");
            nonces.add(nonce(page));
        }
        assertThat(nonces).doesNotHaveDuplicates();
        HttpResponse<String> nowhere = get("/runs/r-1/nothing", "text/html");
        assertThat(nowhere.statusCode()).isEqualTo(404);
        nonces.add(nonce(nowhere));
        assertThat(nonces).doesNotHaveDuplicates();
        assertThat(get("/runs/r-1/nothing", "*/*").body()).contains("\"status\":404");
        assertThat(get("/api/v1/nothing", "text/html").body()).doesNotContain("<html");
        assertThat(get("/assets/nothing.js", "*/*").statusCode()).isEqualTo(404);
    }

    @Test
    void theDocumentationIsShown() throws Exception {
        for (String path : List.of("/documentation", "/documentation/", "/documentation/guides/read-a-result")) {
            HttpResponse<String> page = get(path, "text/html");
            assertThat(page.statusCode()).as(path).isEqualTo(200);
            assertThat(page.headers().firstValue("Content-Type")).contains("text/html;charset=UTF-8");
            assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
                    .doesNotContain("unsafe-inline");
            assertThat(page.body()).contains("Read and present a result");
        }
        assertThat(get("/documentation/images/ways.png", "*/*").headers().firstValue("Content-Type"))
                .contains("image/png");
        assertThat(get("/documentation/images/deployment.svg", "*/*").headers().firstValue("Content-Type"))
                .contains("image/svg+xml");
        assertThat(get("/documentation/documentation.css", "*/*").body()).contains("--body");
        HttpResponse<String> nowhere = get("/documentation/nothing", "text/html");
        assertThat(nowhere.statusCode()).isEqualTo(404);
        assertThat(nowhere.body()).contains("Page not found");
    }

    @Test
    void whereAgentsDialIsKnown() throws Exception {
        JsonNode link = json("/api/v1/link");
        assertThat(link.path("host").asString() + ":" + link.path("port").asInt())
                .isEqualTo(server.linkAddress());
        assertThat(link.path("local").asBoolean()).isTrue();
    }

    @Test
    void workloadProfilesAreListedBrokenOnesToo() throws Exception {
        Path folder = Files.createDirectories(workloads.resolve("profiles"));
        Files.writeString(folder.resolve("quick.yaml"), """
                id: quick
                workloads: [office/writer]
                iterations: 4
                steady: { skipFirst: 1, skipLast: 0 }
                think: { mean: 1500ms, spread: 25% }
                order: fixed
                """);
        Files.createDirectories(workloads.resolve("video/play"));
        Files.writeString(workloads.resolve("video/play/workload.yaml"), """
                title: Video player
                application: { linux: [player] }
                operations: [{ id: open, group: B, do: { launch: application }, until: { settles: { screen: whole } } }]
                """);
        Files.writeString(
                folder.resolve("shared.yaml"), "workloads: [office/writer, { workload: video/play, sessions: 7% }]");
        Files.writeString(folder.resolve("wrong.yaml"), "workloads: [office/wrighter]");
        JsonNode profiles = json("/api/v1/workload-profiles");
        assertThat(profiles.size()).isEqualTo(3);
        JsonNode quick = profiles.path(0);
        assertThat(quick.path("workloads").path(0).asString()).isEqualTo("office/writer");
        assertThat(quick.path("iterations").asInt()).isEqualTo(4);
        assertThat(quick.path("skipFirst").asInt()).isEqualTo(1);
        assertThat(quick.path("thinkMs").asInt()).isEqualTo(1500);
        assertThat(quick.path("thinkSpreadPct").asDouble()).isEqualTo(25);
        assertThat(quick.path("order").asString()).isEqualTo("fixed");
        assertThat(quick.path("problems").isEmpty()).isTrue();
        assertThat(quick.path("shares").isEmpty()).isTrue();
        assertThat(profiles.path(1).path("workloads").toString()).isEqualTo("[\"office/writer\",\"video/play\"]");
        assertThat(profiles.path(1).path("shares").toString()).isEqualTo("{\"video/play\":7.0}");
        assertThat(profiles.path(2).path("id").asString()).isEqualTo("wrong");
        assertThat(profiles.path(2).path("problems").toString()).contains("office/wrighter");
    }

    @Test
    void aListOfRunsThatCannotBeIsRefused() throws Exception {
        assertThat(json("/api/v1/runs?state=finished&profile=p&text=a%20b&limit=5")
                        .path("runs")
                        .isEmpty())
                .isTrue();
        assertThat(get("/api/v1/runs?state=done", "application/json").body())
                .contains("state: done (expected: one of [created, preparing, ramping-up");
        assertThat(get("/api/v1/runs?limit=0", "application/json").statusCode()).isEqualTo(400);
        assertThat(get("/api/v1/runs?before=r-9", "application/json").statusCode())
                .isEqualTo(404);
    }

    @Test
    void textIsCompressedForWhoCanReadThat() throws Exception {
        HttpRequest request = request("/api/v1/openapi", "application/json")
                .header("Accept-Encoding", "gzip")
                .build();
        HttpResponse<byte[]> answer = http.send(request, BodyHandlers.ofByteArray());
        assertThat(answer.headers().firstValue("Content-Encoding")).contains("gzip");
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(answer.body()))) {
            assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).contains("/api/v1/events");
        }
    }

    /** The data of the next event of that name. */
    private static JsonNode next(Iterator<String> lines, String name) {
        while (lines.hasNext()) {
            if (lines.next().equals("event:" + name)) {
                return JSON.readTree(lines.next().substring("data:".length()));
            }
        }
        throw new AssertionError("event " + name + ": none (expected: one)");
    }

    @Test
    void bothListsComeAtOnceAndWheneverTheyChange() throws Exception {
        HttpRequest request = request("/api/v1/events", "text/event-stream")
                .header("Accept-Encoding", "gzip")
                .build();
        try (var lines = http.send(request, BodyHandlers.ofLines()).body()) {
            Iterator<String> iterator = lines.iterator();
            assertThat(next(iterator, "runs").isArray()).isTrue();
            assertThat(next(iterator, "agents").isArray()).isTrue();
            try (LinkedAgent agent = new LinkedAgent(server, workloads)) {
                JsonNode agents = next(iterator, "agents");
                while (!agents.path(0).path("connected").asBoolean()) {
                    agents = next(iterator, "agents");
                }
                assertThat(agents.path(0).path("role").asString()).isEqualTo("client");
            }
        }
    }

    private void awaitAgent(boolean connected) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(
                                json("/api/v1/agents").path(0).path("connected").asBoolean())
                        .isEqualTo(connected));
    }

    @Test
    void aDrainingAgentGetsNoRunAndAForgottenOneIsGone() throws Exception {
        try (LinkedAgent agent = new LinkedAgent(server, workloads)) {
            awaitAgent(true);
            assertThat(send("DELETE", "/api/v1/agents/agent-1").statusCode()).isEqualTo(409);
            assertThat(send("POST", "/api/v1/agents/agent-1/drain").statusCode())
                    .isEqualTo(204);
            assertThat(json("/api/v1/agents").path(0).path("draining").asBoolean())
                    .isTrue();
            HttpRequest check = request("/api/v1/checks", "text/event-stream")
                    .header("Content-Type", "application/yaml")
                    .POST(BodyPublishers.ofString(SampleRoot.PROFILE))
                    .build();
            try (var lines = http.send(check, BodyHandlers.ofLines()).body()) {
                Iterator<String> iterator = lines.iterator();
                List<JsonNode> findings = new ArrayList<>();
                JsonNode done = null;
                while (done == null) {
                    String event = iterator.next();
                    if (event.equals("event:finding")) {
                        findings.add(JSON.readTree(iterator.next().substring("data:".length())));
                    } else if (event.equals("event:done")) {
                        done = JSON.readTree(iterator.next().substring("data:".length()));
                    }
                }
                assertThat(done.path("findings").size()).isEqualTo(findings.size());
                assertThat(findings.toString()).contains("is draining");
                assertThat(done.path("passed").asBoolean()).isFalse();
            }
            assertThat(send("POST", "/api/v1/agents/agent-1/resume").statusCode())
                    .isEqualTo(204);
            assertThat(json("/api/v1/agents").path(0).path("draining").asBoolean())
                    .isFalse();
        }
        awaitAgent(false);
        assertThat(send("POST", "/api/v1/agents/nobody/drain").statusCode()).isEqualTo(404);
        assertThat(send("DELETE", "/api/v1/agents/agent-1").statusCode()).isEqualTo(204);
        assertThat(json("/api/v1/agents").size()).isZero();
    }

    @Test
    void anAgentThatDrainsStillDrainsAfterARestart(@TempDir Path folder) throws Exception {
        ControllerSettings settings = ControllerSettings.of(folder.resolve("data"), workloads);
        for (boolean drained : new boolean[] {false, true}) {
            try (ControllerServer other = ControllerServer.start(settings);
                    LinkedAgent agent = new LinkedAgent(other, workloads)) {
                HttpClient client = Clients.of(() -> other);
                HttpRequest list = HttpRequest.newBuilder(other.address().resolve("/api/v1/agents"))
                        .build();
                Awaitility.await()
                        .atMost(Duration.ofSeconds(20))
                        .untilAsserted(() -> assertThat(JSON.readTree(client.send(list, BodyHandlers.ofString())
                                                .body())
                                        .findValuesAsString("draining"))
                                .containsExactly(String.valueOf(drained)));
                HttpRequest drain = HttpRequest.newBuilder(other.address().resolve("/api/v1/agents/agent-1/drain"))
                        .POST(BodyPublishers.noBody())
                        .build();
                assertThat(client.send(drain, BodyHandlers.ofString()).statusCode())
                        .isEqualTo(204);
            }
        }
    }

    @Test
    void workloadsAreShownWithTheirDocumentAndLandmarks() throws Exception {
        JsonNode workload = json("/api/v1/workloads").path(0);
        assertThat(workload.path("landmarks").path(0).path("name").asString()).isEqualTo("title.png");
        assertThat(workload.path("landmarks").path(0).path("width").asInt()).isEqualTo(64);
        assertThat(workload.path("packages").path(0).asString()).isEqualTo("writer-bin");
        assertThat(workload.path("platforms").toString()).isEqualTo("[\"linux\"]");
        JsonNode metric = workload.path("metrics").path(0);
        assertThat(metric.path("id").asString()).isEqualTo("picture-similarity");
        assertThat(metric.path("better").asString()).isEqualTo("higher");
        assertThat(metric.path("statistic").asString()).isEqualTo("p5");
        assertThat(workload.path("cost").isNull()).isTrue();
        whatIsShownOf("office/writer");
        for (String query : List.of(
                "document?workload=office/nothing",
                "film-strips?workload=office/nothing",
                "landmark?workload=office/nothing&landmark=title.png",
                "landmark?workload=office/writer&landmark=nothing.png")) {
            assertThat(get("/api/v1/workloads/" + query, "*/*").statusCode())
                    .as(query)
                    .isEqualTo(404);
        }
        for (String path : List.of("document", "film-strips", "landmark?landmark=title.png")) {
            HttpResponse<String> answer = get("/api/v1/workloads/" + path, "*/*");
            assertThat(answer.statusCode()).as(path).isEqualTo(400);
            assertThat(answer.body()).contains("workload");
        }
        assertThat(json("/api/v1/schemas/run-profile").path("title").asString()).contains("run profile");
        assertThat(json("/api/v1/schemas/workload-profile.schema.json").isObject())
                .isTrue();
    }

    private void whatIsShownOf(String workload) throws Exception {
        String query = "?workload=" + workload;
        assertThat(json("/api/v1/workloads/film-strips" + query).toString()).isEqualTo("[]");
        assertThat(get("/api/v1/workloads/document" + query, "application/yaml").body())
                .startsWith("title: Word processor");
        HttpResponse<String> landmark = get("/api/v1/workloads/landmark" + query + "&landmark=title.png", "image/png");
        assertThat(landmark.statusCode()).isEqualTo(200);
        assertThat(landmark.headers().firstValue("Content-Type")).contains("image/png");
    }

    @Test
    void aWorkloadMayHaveAnyNumberOfNamesAndItsLandmarksFoldersOfTheirOwn() throws Exception {
        for (String id : List.of("solo", "vendor/suite/writer", "vendor/suite/old/1.0/writer")) {
            Path folder = workloads.resolve(id);
            try {
                Files.createDirectories(folder.resolve("landmarks/menu"));
                for (String file : List.of("workload.yaml", "landmarks/title.png")) {
                    Files.copy(workloads.resolve("office/writer").resolve(file), folder.resolve(file));
                }
                Files.copy(folder.resolve("landmarks/title.png"), folder.resolve("landmarks/menu/file.png"));
                whatIsShownOf(id);
                assertThat(get("/api/v1/workloads/landmark?workload=" + id + "&landmark=menu/file.png", "image/png")
                                .statusCode())
                        .isEqualTo(200);
            } finally {
                // The other tests know of one workload.
                FileSystemUtils.deleteRecursively(workloads.resolve(id.split("/", 2)[0]));
            }
        }
    }

    private String begin(String profile) throws Exception {
        HttpRequest begin = request("/api/v1/runs", "application/json")
                .header("Content-Type", "application/yaml")
                .POST(BodyPublishers.ofString(profile))
                .build();
        return JSON.readTree(http.send(begin, BodyHandlers.ofString()).body())
                .path("id")
                .asString();
    }

    /**
     * As the command `run` does after its check: what arrives of a text where nobody tells the layout is known after a
     * check only.
     */
    @Test
    void aRunIsNotStartedBeforeItIsKnownWhatArrivesOfItsTexts() throws Exception {
        String profile = SampleRoot.PROFILE
                .replace("target: { local: {} }", "target: { vnc: { hosts: [\"desk:5901\"] } }")
                .replace("steps: { sessions: [1, 2] }", "fixed: { sessions: 1 }");
        HttpRequest begin = request("/api/v1/runs", "application/json")
                .header("Content-Type", "application/yaml")
                .POST(BodyPublishers.ofString(profile))
                .build();
        HttpResponse<String> refused = http.send(begin, BodyHandlers.ofString());
        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(400);
        assertThat(JSON.readTree(refused.body()).path("detail").asString())
                .startsWith("target.vnc.keyboard: not set")
                .contains("desk:5901", " (expected: ", "`keyboard: { layout: us, proof: manual }`");
        String tried = "[\"desk:5901\"], keyboard: { layout: us, proof: manual }";
        String told = begin(profile.replace("[\"desk:5901\"]", tried));
        assertThat(told).startsWith("r-");
        HttpRequest abort = request("/api/v1/runs/" + told + "/abort", "application/json")
                .POST(BodyPublishers.noBody())
                .build();
        assertThat(http.send(abort, BodyHandlers.ofString()).statusCode()).isEqualTo(202);
    }

    @Test
    void aLiveRunShowsWhatEachSessionDoesAndItsScreen() throws Exception {
        String endless = SampleRoot.PROFILE
                .replace("iterations: 3", "iterations: 10000")
                .replace("steps: { sessions: [1, 2] }", "fixed: { sessions: 2 }");
        try (LinkedAgent agent = new LinkedAgent(server, workloads)) {
            String id = begin(endless);
            String path = "/api/v1/runs/" + id;
            Awaitility.await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
                JsonNode run = json(path);
                JsonNode session = run.path("sessions").path(1);
                assertThat(session.path("working").asString()).isEqualTo("office/writer/open");
                assertThat(session.path("workingSince").asString()).isEqualTo("1970-01-01T00:00:01Z");
                assertThat(session.path("lastOperation").asString()).isEqualTo("office/writer/modify");
                assertThat(session.path("lastOutcome").asString()).isEqualTo("ok");
                assertThat(session.path("lastMs").asDouble()).isEqualTo(249);
                assertThat(run.path("groups").path(0).path("p95Low").asDouble()).isEqualTo(249);
                assertThat(json("/api/v1/agents").path(0).path("sessions").asInt())
                        .isEqualTo(2);
                assertThat(json("/api/v1/agents").path(0).at("/load/cpuPct").asDouble())
                        .isEqualTo(50);
            });
            JsonNode history = json(path + "/p95");
            assertThat(history.path(0).path("at").asString()).isNotEmpty();
            assertThat(history.path(history.size() - 1)
                            .path("groups")
                            .path(0)
                            .path("group")
                            .asString())
                    .isEqualTo("A");
            assertThat(get(path + "/p95?points=0", "*/*").statusCode()).isEqualTo(400);
            HttpResponse<String> frame = get(path + "/sessions/0/screenshot", "image/png");
            assertThat(frame.body()).isEqualTo("a picture of at most 1280");
            assertThat(frame.headers().firstValue("Cache-Control")).contains("no-store");
            HttpResponse<String> refused = get(path + "/sessions/1/screenshot", "image/png, application/problem+json");
            assertThat(refused.statusCode()).isEqualTo(404);
            assertThat(refused.body()).contains("nobody sees it");
            assertThat(json(path + "/timings?limit=1").path("total").asInt()).isPositive();
            JsonNode still = json(path + "?wait=1s");
            assertThat(still.path("ended").asBoolean() || still.path("valid").asBoolean())
                    .isFalse();
            assertThat(get(path + "?wait=soon", "*/*").body()).contains("wait: ", "as 60s or 5m");
            CompletableFuture<HttpResponse<String>> end = http.sendAsync(
                    request(path + "?wait=60s", "application/json").build(), BodyHandlers.ofString());
            assertThat(send("POST", path + "/abort").statusCode()).isEqualTo(202);
            JsonNode ended = JSON.readTree(end.get(20, TimeUnit.SECONDS).body());
            assertThat(ended.path("ended").asBoolean()).isTrue();
            assertThat(ended.path("valid").asBoolean()).isFalse();
            assertThat(json(path + "/p95")).isEmpty();
        }
    }

    private String run() throws Exception {
        String id = begin(SampleRoot.PROFILE);
        Awaitility.await()
                .atMost(Duration.ofSeconds(40))
                .untilAsserted(() -> assertThat(
                                json("/api/v1/runs/" + id).path("ended").asBoolean())
                        .isTrue());
        return id;
    }

    @Test
    void whatARunYieldedCanBeAskedInManyWays() throws Exception {
        String id;
        try (LinkedAgent agent = new LinkedAgent(server, workloads)) {
            id = run();
        }
        String path = "/api/v1/runs/" + id;
        JsonNode timing = json(path + "/timings?sort=firedAt&desc=true&operation=office/writer/open&limit=1")
                .path("timings")
                .path(0);
        assertThat(timing.path("operation").asString()).isEqualTo("open");
        JsonNode detail = json(path + "/timings/" + timing.path("session").asInt() + "/"
                + timing.path("sequence").asLong());
        assertThat(detail.path("timing")).isEqualTo(timing);
        assertThat(detail.path("firedMs").asDouble()).isEqualTo(1);
        assertThat(detail.path("lastWithoutMs").asDouble()).isEqualTo(200);
        assertThat(detail.path("shownMs").asDouble()).isEqualTo(250);
        assertThat(detail.path("frames").isArray()).isTrue();
        assertThat(get(path + "/timings/0/99999", "*/*").statusCode()).isEqualTo(404);
        assertThat(get(path + "/timings?sort=colour", "*/*").body()).contains("sort: colour (expected:");

        assertThat(json(path + "/series?by=operation").path("lines").size()).isEqualTo(2);
        JsonNode line = json(path + "/distribution").path("lines").path(0);
        assertThat(line.path("p95Ms").asDouble()).isEqualTo(249);
        assertThat(line.path("ecdf").path(0).path("share").asDouble()).isPositive();
        JsonNode map = json(path + "/heatmap?group=B");
        assertThat(map.path("sessions").size()).isEqualTo(2);
        assertThat(map.path("thresholdMs").asDouble()).isPositive();
        assertThat(map.path("p95Ms").path(0).asDouble()).isEqualTo(249);

        JsonNode session = json(path + "/sessions/0");
        assertThat(session.path("host").asString()).isEqualTo("test-host");
        assertThat(session.path("timings").path(0).path("sequence").asInt())
                .isGreaterThan(session.path("timings").path(1).path("sequence").asInt());
        assertThat(get(path + "/sessions/77", "*/*").statusCode()).isEqualTo(404);
        HttpResponse<String> frame = get(path + "/sessions/0/screenshot", "image/png, application/json");
        assertThat(frame.statusCode()).isEqualTo(404);
        assertThat(frame.body()).contains("is finished");
        JsonNode resources = json(path + "/resources");
        assertThat(resources
                        .path("agents")
                        .path(0)
                        .path("points")
                        .path(0)
                        .path("cpuPct")
                        .asDouble())
                .isEqualTo(50);
        preparedFiles(id, path);
    }

    /** Without a request: when a run ends, and for the latest run when a controller starts. */
    private void preparedFiles(String id, String path) throws Exception {
        awaitPrepared(data, id);
        assertThat(json(path + "/report").path("loadPoints").size()).isEqualTo(2);
        Path copy = Files.createDirectories(data.resolveSibling("copy"));
        Files.copy(data.resolve("store.mv.db"), copy.resolve("store.mv.db"));
        try (ControllerServer next = ControllerServer.start(ControllerSettings.of(copy, workloads))) {
            assertThat(next.address().getPort()).isPositive();
            awaitPrepared(copy, id);
        }
    }

    private static void awaitPrepared(Path data, String id) {
        Path derived = data.resolve("derived").resolve(id);
        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(derived.toFile().list())
                        .containsExactlyInAnyOrder("timings.columns", "judged.json"));
    }
}
