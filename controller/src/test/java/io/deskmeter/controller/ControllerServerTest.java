package io.deskmeter.controller;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.controller.ControllerServer.StartException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The whole controller on real ports, with an agent that uses the real link. */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ControllerServerTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final HttpClient http = Clients.of(() -> this.server);

    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @SuppressWarnings("NullAway.Init")
    private ControllerServer server;

    @SuppressWarnings("NullAway.Init")
    private Path workloads;

    @BeforeAll
    void start(@TempDir Path temporary) throws Exception {
        folder = temporary;
        workloads = SampleRoot.create(folder.resolve("workloads"));
        server = ControllerServer.start(settings(0, 0, folder.resolve("data")));
    }

    @AfterAll
    void stop() {
        server.close();
    }

    private ControllerSettings settings(int http, int link, Path data) {
        return ControllerSettings.of(data, workloads).withPorts(http, link);
    }

    private HttpResponse<String> get(String path, String accept) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(server.address().resolve(path))
                .header("Accept", accept)
                .build();
        return http.send(request, BodyHandlers.ofString());
    }

    private JsonNode json(String path) throws Exception {
        HttpResponse<String> response = get(path, "application/json");
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return JSON.readTree(response.body());
    }

    private HttpResponse<String> post(String path, String yaml) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(server.address().resolve(path))
                .header("Content-Type", "application/yaml")
                .POST(BodyPublishers.ofString(yaml))
                .build();
        return http.send(request, BodyHandlers.ofString());
    }

    private String begin(String yaml) throws Exception {
        HttpResponse<String> response = post("/api/v1/runs", yaml);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
        String id = JSON.readTree(response.body()).path("id").asString();
        assertThat(response.headers().firstValue("Location")).hasValue("/api/v1/runs/" + id);
        return id;
    }

    private void awaitState(String id, String state) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(40))
                .untilAsserted(() -> assertThat(
                                json("/api/v1/runs/" + id).path("state").asString())
                        .isEqualTo(state));
    }

    @Test
    void aRunFromProfileToReport() throws Exception {
        try (LinkedAgent agent = new LinkedAgent(server, workloads)) {
            String id = begin(SampleRoot.PROFILE);
            List<String> events = http.send(
                            HttpRequest.newBuilder(server.address().resolve("/api/v1/runs/" + id + "/events"))
                                    .build(),
                            BodyHandlers.ofLines())
                    .body()
                    .filter(line -> line.startsWith("data:"))
                    .collect(Collectors.toList());
            assertThat(events).hasSizeGreaterThan(1);
            JsonNode first = JSON.readTree(events.get(0).substring(5));
            assertThat(first.path("id").asString()).isEqualTo(id);
            JsonNode last = JSON.readTree(events.get(events.size() - 1).substring(5));
            assertThat(last.path("state").asString()).isEqualTo("finished");
            assertThat(last.path("capacity").path("sessions").asInt()).isEqualTo(2);
            assertThat(last.path("counts").path("duplicates").asInt()).isPositive();

            JsonNode stored = json("/api/v1/runs/" + id);
            assertThat(stored.path("loadPoints")).isEqualTo(last.path("loadPoints"));
            assertThat(json("/api/v1/runs/" + id + "/load-points")).isEqualTo(last.path("loadPoints"));
            theTimings(id, last.path("counts").path("timings").asInt());
            theReport(id);
            theStages(id);
        }
    }

    private void theStages(String id) throws Exception {
        JsonNode stages = json("/api/v1/runs/" + id + "/stages");
        assertThat(stages.findValuesAsString("state"))
                .startsWith("preparing", "ramping-up", "steady", "judging", "ramping-up")
                .endsWith("ramping-down", "ending", "reporting");
        assertThat(stages.path(2).path("done").asInt()).isEqualTo(1);
        assertThat(stages.path(2).path("of").asInt()).isEqualTo(1);
        assertThat(stages.path(2).path("what").asString()).isEqualTo("measured");
        assertThat(stages.path(2).path("endedAt").asString())
                .isEqualTo(stages.path(3).path("startedAt").asString());
        assertThat(stages.path(1).path("messages").path(1).path("message").asString())
                .startsWith("load point of 1 session");
    }

    private void theTimings(String id, int expected) throws Exception {
        String csv = get("/api/v1/runs/" + id + "/timings", "text/csv").body();
        assertThat(csv.lines()).hasSize(expected + 1);
        assertThat(csv).startsWith("run,loadPoint,session,iteration,steady,workload,operation,group,outcome,firedAt,");
        JsonNode page = json("/api/v1/runs/" + id + "/timings?offset=1&limit=2");
        assertThat(page.path("total").asInt()).isEqualTo(expected);
        assertThat(page.path("timings").size()).isEqualTo(2);
        assertThat(page.path("timings").path(0).path("responseMs").asDouble()).isEqualTo(249);
        assertThat(get("/api/v1/runs/" + id + "/timings?limit=0", "application/json")
                        .statusCode())
                .isEqualTo(400);
    }

    private void theReport(String id) throws Exception {
        JsonNode report = json("/api/v1/runs/" + id + "/report");
        assertThat(report.at("/configuration/Evidence").asString()).isEqualTo("slow");
        assertThat(report.path("verdict").path("valid").asBoolean()).isTrue();
        assertThat(report.path("loadPoints").size()).isEqualTo(2);
        assertThat(report.path("agents").path(0).path("host").asString()).isEqualTo("test-host");
        assertThat(report.path("stages").path(0).path("name").asString()).isEqualTo("Preparing");
        HttpResponse<String> html = get("/api/v1/runs/" + id + "/report", "text/html,*/*;q=0.8");
        assertThat(html.body()).startsWith("<!").contains("A sample");
        assertThat(get("/api/v1/runs/" + id + "/report.pdf", "application/pdf").body())
                .startsWith("%PDF-");
        JsonNode resources = report.at("/loadPoints/1/resources");
        assertThat(resources.path("diskReadMbPerS").asDouble()).isEqualTo(3);
        assertThat(resources.path("networkSentMbPerS").asDouble()).isEqualTo(0.5);
        assertThat(get("/api/v1/runs/" + id + "/resources", "text/csv").body())
                .startsWith("agent,at,hostCpuPct,")
                .contains(",50.00,5.00,1073741824,8589934592,134217728,3145728,0,0,524288,\n");
        assertThat(report.path("validity").size()).isEqualTo(7);
        assertThat(report.path("validity")).allMatch(check -> check.path("kept").asBoolean());
        assertThat(report.path("setup").path("workloads").has("office/writer")).isTrue();
        assertThat(report.path("sessions").path(2).path("loadPoint").asInt()).isEqualTo(2);
        assertThat(get("/api/v1/runs/" + id + "/junit.xml", "*/*").body()).contains("the run is valid");
        assertThat(get("/api/v1/runs/" + id + "/sessions", "text/csv").body().lines())
                .hasSize(1 + report.path("sessions").size());
        JsonNode comparison = json("/api/v1/comparisons?runs=" + id + "," + id);
        assertThat(comparison.path("sessions").asInt()).isEqualTo(2);
        assertThat(comparison.at("/runs/0/differences/0/ratio").asDouble()).isEqualTo(1);
        assertThat(get("/api/v1/comparisons?runs=" + id, "*/*").statusCode()).isEqualTo(400);
        JsonNode trend =
                json("/api/v1/trends?profile=" + report.at("/run/profile").asString());
        assertThat(trend.path("reference").asString())
                .isEqualTo(trend.at("/runs")
                        .get(trend.path("runs").size() - 1)
                        .path("run")
                        .asString());
        assertThat(trend.path("runs")
                        .valueStream()
                        .filter(run -> run.path("run").asString().equals(id)))
                .singleElement()
                .satisfies(run -> {
                    assertThat(run.path("state").asString()).isEqualTo("finished");
                    assertThat(run.path("refusals").isEmpty()).isTrue();
                    assertThat(run.at("/groups/A/p95Ms").asDouble()).isPositive();
                    assertThat(run.path("capacity").asInt())
                            .isEqualTo(report.at("/verdict/capacity").asInt());
                });
        assertThat(json("/api/v1/trends?profile=nope").path("runs").isEmpty()).isTrue();
        assertThat(get("/api/v1/trends?profile=nope&limit=51", "*/*").statusCode())
                .isEqualTo(400);
        assertThat(get("/api/v1/comparisons?runs=" + id + ",nope", "*/*").statusCode())
                .isEqualTo(404);
        assertThat(get("/api/v1/runs/" + id + "/report?format=json", "text/html")
                        .body())
                .startsWith("{");
    }

    /** A limit that nothing can reach: the capacity is limited by the metric, and every file says so. */
    @Test
    void aMetricGoesFromTheAgentToTheReport() throws Exception {
        try (LinkedAgent agent = new LinkedAgent(server, workloads)) {
            String id = begin(SampleRoot.PROFILE + "limits: { picture-similarity: 0.99 }\n");
            awaitState(id, "finished");
            JsonNode run = json("/api/v1/runs/" + id);
            int samples = run.at("/counts/samples").asInt();
            assertThat(samples).isEqualTo(run.at("/counts/timings").asInt());
            assertThat(run.at("/counts/unknownSamples").asInt()).isZero();
            assertThat(run.at("/loadPoints/0/criteria").size()).isEqualTo(3);
            assertThat(run.at("/loadPoints/0/limitedBy/criterion").asString()).isEqualTo("picture-similarity");
            assertThat(run.at("/loadPoints/0/limitedBy/workload").asString()).isEqualTo("office/writer");
            assertThat(run.at("/metrics/0/limit").asDouble()).isEqualTo(0.99);

            String csv = get("/api/v1/runs/" + id + "/samples.csv", "text/csv").body();
            assertThat(csv).startsWith("run,loadPoint,session,iteration,steady,workload,operation,metric,unit,");
            assertThat(csv.lines()).hasSize(samples + 1);
            assertThat(csv)
                    .contains(",office/writer,open,picture-similarity,1,")
                    .contains("Z,249.000,0.97,0.01,,\n");

            JsonNode page =
                    json("/api/v1/runs/" + id + "/samples?metric=picture-similarity&session=0&limit=2&offset=1");
            assertThat(page.path("samples").size()).isEqualTo(2);
            assertThat(page.at("/samples/0/sequence").asInt()).isEqualTo(2);
            assertThat(page.at("/samples/0/value").asDouble()).isEqualTo(0.97);
            assertThat(json("/api/v1/runs/" + id + "/samples?sort=value&desc=true")
                            .path("total")
                            .asInt())
                    .isEqualTo(samples);
            assertThat(json("/api/v1/runs/" + id + "/samples?unknown=true")
                            .path("total")
                            .asInt())
                    .isZero();
            assertThat(get("/api/v1/runs/" + id + "/samples?sort=colour", "application/json")
                            .statusCode())
                    .isEqualTo(400);
            theMetric(id);
            theReportOfTheMetric(id);
        }
    }

    private void theMetric(String id) throws Exception {
        JsonNode metrics = json("/api/v1/runs/" + id + "/metrics");
        assertThat(metrics.at("/metrics/0/id").asString()).isEqualTo("picture-similarity");
        assertThat(metrics.at("/metrics/0/operations").size()).isEqualTo(2);
        assertThat(metrics.at("/loadPoints/0/metrics/0/value").asDouble()).isEqualTo(0.97);
        assertThat(metrics.at("/loadPoints/0/criteria/2/kept").asBoolean()).isFalse();
        JsonNode metric = json("/api/v1/runs/" + id + "/metrics/picture-similarity");
        assertThat(metric.at("/metric/limit").asDouble()).isEqualTo(0.99);
        assertThat(metric.at("/series/points/0/p50").asDouble()).isEqualTo(0.97);
        assertThat(metric.at("/distribution/steps").size()).isPositive();
        assertThat(metric.at("/sessions/0/value").asDouble()).isEqualTo(0.97);
        HttpResponse<String> unknown = get("/api/v1/runs/" + id + "/metrics/loudness", "application/json");
        assertThat(unknown.statusCode()).isEqualTo(404);
        assertThat(unknown.body())
                .contains("metric: loudness (expected: one that")
                .contains("picture-similarity");
    }

    private void theReportOfTheMetric(String id) throws Exception {
        JsonNode report = json("/api/v1/runs/" + id + "/report");
        assertThat(report.at("/verdict/limitedBy").asString()).isEqualTo("picture-similarity");
        assertThat(report.at("/configuration/Limits").asString()).isEqualTo("p5 of picture-similarity at least 0.99");
        assertThat(report.at("/loadPoints/0/limitedBy/criterion").asString()).isEqualTo("picture-similarity");
        assertThat(report.at("/loadPoints/0/criteria/2/value").asDouble()).isEqualTo(0.97);
        assertThat(get("/api/v1/runs/" + id + "/report", "text/html").body())
                .contains("Limit: p5 of picture-similarity at least 0.99.");
        assertThat(get("/api/v1/runs/" + id + "/junit.xml", "*/*").body())
                .contains("p5 of picture-similarity &gt;= 0.99")
                .contains("0.97 at 1 session");
        assertThat(json("/api/v1/comparisons?runs=" + id + "," + id)
                        .at("/runs/0/metrics/0/difference")
                        .asDouble())
                .isZero();
    }

    @Test
    void aRunIsStoppedAndAborted() throws Exception {
        String endless = SampleRoot.PROFILE.replace("iterations: 3", "iterations: 10000");
        try (LinkedAgent agent = new LinkedAgent(server, workloads)) {
            String stopped = begin(endless);
            awaitState(stopped, "steady");
            assertThat(post("/api/v1/runs/" + stopped + "/stop", "").statusCode())
                    .isEqualTo(202);
            awaitState(stopped, "stopped");
            String aborted = begin(endless);
            awaitState(aborted, "steady");
            assertThat(post("/api/v1/runs/" + aborted + "/abort", "").statusCode())
                    .isEqualTo(202);
            awaitState(aborted, "stopped");
            assertThat(json("/api/v1/runs/" + aborted).path("reasons").path(0).asString())
                    .isEqualTo("aborted on request");
        }
    }

    @Test
    void badProfilesAreRefusedWithEveryProblemAndItsPlace() throws Exception {
        HttpResponse<String> response = post(
                "/api/v1/runs?name=bad.yaml",
                SampleRoot.PROFILE.replace("office/writer", "office/wrighter").replace("title:", "titel:"));
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        JsonNode problem = JSON.readTree(response.body());
        assertThat(problem.path("problems").size()).isEqualTo(2);
        JsonNode error = problem.path("problems").path(0);
        assertThat(error.path("file").asString()).isEqualTo("bad.yaml");
        assertThat(error.path("line").asInt()).isPositive();
        assertThat(error.path("column").asInt()).isPositive();
        assertThat(response.body()).contains("office/wrighter", "titel");
    }

    @Test
    void unknownResourcesAreProblemDocuments() throws Exception {
        for (String path : List.of(
                "/api/v1/runs/nope",
                "/api/v1/runs/nope/events",
                "/api/v1/runs/nope/stages",
                "/api/v1/runs/nope/report",
                "/api/v1/runs/nope/timings",
                "/api/v1/nothing",
                "/nothing.txt")) {
            HttpResponse<String> response = get(path, "*/*");
            assertThat(response.statusCode()).as(path).isEqualTo(404);
            assertThat(response.body()).as(path).contains("\"status\":404").contains("\"detail\"");
        }
        assertThat(post("/api/v1/runs/nope/stop", "").statusCode()).isEqualTo(404);
    }

    @Test
    void pagesAndDocumentsAreServed() throws Exception {
        HttpResponse<String> page = get("/", "text/html");
        assertThat(page.body()).contains("Deskmeter");
        assertThat(page.headers().firstValue("Content-Security-Policy").orElse(""))
                .startsWith("default-src 'none'");
        assertThat(get("/actuator/health", "application/json").body()).contains("UP");
        JsonNode openapi = json("/api/v1/openapi");
        assertThat(openapi.path("paths").has("/api/v1/runs/{id}/events")).isTrue();
        assertThat(openapi.at("/paths/~1api~1v1~1comparisons/get/summary").asString())
                .isEqualTo("Compares runs with a baseline");
        assertThat(json("/api/v1/workloads").path(0).path("id").asString()).isEqualTo("office/writer");
        assertThat(json("/api/v1/agents").isArray()).isTrue();
        assertThat(get("/api/v1/run-profiles/demo", "application/yaml").body()).contains("id: demo");
    }

    @Test
    void runProfilesAreKeptInVersionsAndNobodyOverwritesWhatHeHasNotSeen() throws Exception {
        String path = "/api/v1/run-profiles/sample";
        assertThat(change("PUT", path, SampleRoot.PROFILE, null).headers().firstValue("ETag"))
                .contains("\"1\"");
        assertThat(change("PUT", path, SampleRoot.PROFILE, null).statusCode()).isEqualTo(428);
        String second = SampleRoot.PROFILE.replace("A sample", "A second sample");
        assertThat(change("PUT", path, second, "\"1\"").statusCode()).isEqualTo(200);
        assertThat(change("PUT", path, second, "\"1\"").body()).contains("is at version 2 (expected: 1");
        HttpResponse<String> newest = get(path, "application/yaml");
        assertThat(newest.headers().firstValue("ETag")).contains("\"2\"");
        assertThat(newest.body()).isEqualTo(second);
        assertThat(get(path + "/versions/1", "application/yaml").body()).isEqualTo(SampleRoot.PROFILE);
        theList(second);
        assertThat(change("PUT", path, second.replace("quick", "7 %"), "\"2\"").statusCode())
                .isEqualTo(400);
        assertThat(change("PUT", "/api/v1/run-profiles/demo", second, null).body())
                .contains("came with the program");
        assertThat(post(path + "/check", "").body()).contains("\"what\":\"agents\"", "\"passed\":false");
        HttpResponse<String> begun = post(path + "/runs", "");
        String run = JSON.readTree(begun.body()).path("id").asString();
        assertThat(begun.headers().firstValue("Location")).contains("/api/v1/runs/" + run);
        post("/api/v1/runs/" + run + "/abort", "");
        awaitState(run, "stopped");
        assertThat(change("DELETE", path, "", "\"1\"").statusCode()).isEqualTo(412);
        assertThat(change("DELETE", path, "", "\"2\"").statusCode()).isEqualTo(204);
        assertThat(get(path, "application/yaml").statusCode()).isEqualTo(404);
        assertThat(get(path + "/versions/2", "application/yaml").body()).isEqualTo(second);
        assertThat(change("PUT", path, second, null).headers().firstValue("ETag"))
                .contains("\"4\"");
    }

    private void theList(String second) throws Exception {
        JsonNode list = json("/api/v1/run-profiles");
        assertThat(list.findValuesAsString("id")).containsExactly("demo", "demo-quick", "sample");
        assertThat(list.path(0).path("shipped").asBoolean()).isTrue();
        assertThat(list.path(0).path("savedAt").isNull()).isTrue();
        JsonNode saved = list.path(2);
        assertThat(saved.path("title").asString()).isEqualTo("A second sample");
        assertThat(saved.path("version").asInt()).isEqualTo(2);
        assertThat(saved.path("load").asString()).isEqualTo("steps 1, 2");
        assertThat(saved.path("target").asString()).isEqualTo("local desktops through rfb");
        assertThat(saved.path("workloads").path(0).asString()).isEqualTo("office/writer");
        JsonNode stale = JSON.readTree(
                change("PUT", "/api/v1/run-profiles/sample", second, "\"1\"").body());
        assertThat(stale.path("newestVersion").asInt()).isEqualTo(2);
        assertThat(stale.path("newestYaml").asString()).isEqualTo(second);
        JsonNode valid = JSON.readTree(post("/api/v1/validations", second).body());
        assertThat(valid.path("problems").size()).isZero();
        JsonNode invalid = JSON.readTree(post("/api/v1/validations", second.replace("iterations: 3", "iterations: x"))
                .body());
        assertThat(invalid.path("problems").path(0).path("path").asString()).isEqualTo("workloads.iterations");
    }

    private HttpResponse<String> change(String method, String path, String body, @Nullable String match)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.address().resolve(path))
                .header("Content-Type", "application/yaml")
                .method(method, HttpRequest.BodyPublishers.ofString(body));
        if (match != null) {
            request.header("If-Match", match);
        }
        return http.send(request.build(), BodyHandlers.ofString());
    }

    @Test
    void aRunThatAKilledControllerLeftIsShownAsInterrupted() throws Exception {
        String id = begin(SampleRoot.PROFILE);
        awaitState(id, "preparing");
        // The present files equal those after a kill.
        Path left = Files.createDirectories(folder.resolve("left"));
        Files.copy(folder.resolve("data").resolve("store.mv.db"), left.resolve("store.mv.db"));
        try (ControllerServer next = ControllerServer.start(settings(0, 0, left))) {
            JsonNode run = JSON.readTree(Clients.of(() -> next)
                    .send(
                            HttpRequest.newBuilder(next.address().resolve("/api/v1/runs/" + id))
                                    .build(),
                            BodyHandlers.ofString())
                    .body());
            assertThat(run.path("state").asString()).isEqualTo("interrupted");
            assertThat(run.path("reasons").path(0).asString())
                    .isEqualTo("the controller ended while the run was preparing");
        }
        post("/api/v1/runs/" + id + "/abort", "");
        awaitState(id, "stopped");
    }

    @Test
    void occupiedPortsAndAnotherControllersDataAreOneClearMessage() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = taken.getLocalPort();
            assertThatThrownBy(() -> ControllerServer.start(settings(port, 0, folder.resolve("other"))))
                    .isInstanceOf(StartException.class)
                    .hasMessageContaining("http port: " + port)
                    .hasMessageContaining("--http-port");
            assertThatThrownBy(() -> ControllerServer.start(settings(0, port, folder.resolve("other"))))
                    .isInstanceOf(StartException.class)
                    .hasMessageContaining("link port: " + port);
        }
        assertThatThrownBy(() -> ControllerServer.start(settings(0, 0, folder.resolve("data"))))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("in use by another controller");
        assertThat(requireNonNull(URI.create(server.address() + "/")).getPort()).isPositive();
    }
}
