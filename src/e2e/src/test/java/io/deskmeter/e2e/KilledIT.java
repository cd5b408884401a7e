package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.link.access.TokenRole;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** kill -9 of either program during a run: measurements are kept, no process remains, and the end is reported. */
class KilledIT {
    private static final Duration START = Duration.ofSeconds(60);

    private static final String PROFILE = """
            id: long-run
            title: Two sessions that would work for a long time
            workloads:
              id: writer-only
              workloads: [office/writer]
              iterations: 50
              think: {mean: 300ms, spread: 50%}
              seed: 3
            target: {local: {desktop: 1024x768}}
            load: {fixed: {sessions: 2}}
            logonInterval: 500ms
            """;

    @TempDir(factory = ShortTempDirs.class)
    Path folder;

    @Test
    void anAgentKilledInMidRunEndsTheRunAsInvalidAndNothingOfItIsLeft() throws Exception {
        try (Program controller = startController()) {
            URI api = api(controller);
            String id;
            try (Program agent = startAgent(controller)) {
                id = startRun(api);
                awaitTimings(api, id, 5);
                assertThat(Sessions.running(folder)).isNotEmpty();
                agent.kill();
                long before = timingCount(api, id);

                Awaitility.await("the run is invalid")
                        .atMost(Duration.ofSeconds(30))
                        .until(() -> state(api, id).equals("invalid"));
                assertThat(get(api, "/runs/" + id).at("/reasons").toString()).contains("agent");
                assertThat(timingCount(api, id)).isGreaterThanOrEqualTo(before).isGreaterThanOrEqualTo(5);
                Awaitility.await("the orphan reaper ends what was left")
                        .atMost(Duration.ofSeconds(20))
                        .until(() -> Sessions.running(folder).isEmpty());
            }
            try (Program next = startAgent(controller)) {
                next.awaitPrinted("connected", START);
            }
        }
    }

    @Test
    void aKilledControllerMakesTheAgentEndItsSessionsAndTheRunIsShownAsInterrupted() throws Exception {
        String id;
        try (Program controller = startController();
                Program agent = startAgent(controller)) {
            URI api = api(controller);
            id = startRun(api);
            awaitTimings(api, id, 5);
            controller.kill();

            Awaitility.await("the agent ends its sessions")
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> Sessions.running(folder).isEmpty());
            assertThat(agent.alive()).isTrue();
            assertThat(agent.printed()).containsIgnoringCase("controller").containsIgnoringCase("end");
        }
        try (Program restarted = startController()) {
            URI api = api(restarted);
            JsonNode run = get(api, "/runs/" + id);
            assertThat(run.at("/state").asString()).isEqualTo("interrupted");
            assertThat(run.at("/reasons").toString()).contains("controller");
            assertThat(timingCount(api, id)).isGreaterThanOrEqualTo(5);
        }
    }

    private Program startController() throws IOException {
        return Program.start(
                folder, home(), "controller", "--http-port", "0", "--link-port", "0", "--data", folder + "/data");
    }

    private Program startAgent(Program controller) throws IOException {
        String link = controller
                .awaitPrinted("agents connect to (127\\.0\\.0\\.1:\\d+)", START)
                .group(1);
        return Program.start(
                folder,
                home(),
                "agent",
                "--controller",
                link,
                "--token-file",
                DataFolder.below(folder).token(TokenRole.AGENT),
                "--state",
                folder + "/agent");
    }

    private Map<String, String> home() {
        return Map.of("HOME", folder.toString());
    }

    private static URI api(Program controller) {
        return URI.create(
                controller.awaitPrinted("(http://127\\.0\\.0\\.1:\\d+)", START).group(1) + "/api/v1");
    }

    private String startRun(URI api) throws IOException, InterruptedException {
        HttpResponse<String> answer = http().send(
                        HttpRequest.newBuilder(URI.create(api + "/runs"))
                                .header("Content-Type", "application/yaml")
                                .POST(HttpRequest.BodyPublishers.ofString(PROFILE))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        return JsonMapper.shared().readTree(answer.body()).at("/id").asString();
    }

    private void awaitTimings(URI api, String id, int count) {
        Awaitility.await("timings are stored")
                .atMost(Duration.ofSeconds(90))
                .until(() -> timingCount(api, id) >= count);
    }

    private String state(URI api, String id) throws IOException, InterruptedException {
        return get(api, "/runs/" + id).at("/state").asString();
    }

    private long timingCount(URI api, String id) throws IOException, InterruptedException {
        HttpResponse<String> answer = http().send(
                        HttpRequest.newBuilder(URI.create(api + "/runs/" + id + "/timings"))
                                .header("Accept", "text/csv")
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        List<String> lines = answer.body().lines().toList();
        assertThat(lines.get(0)).isEqualTo(Results.CSV_HEADER);
        return lines.size() - 1L;
    }

    private HttpClient http() {
        return DataFolder.below(folder).client();
    }

    private JsonNode get(URI api, String path) throws IOException, InterruptedException {
        HttpResponse<String> answer = http().send(
                        HttpRequest.newBuilder(URI.create(api + path)).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return JsonMapper.shared().readTree(answer.body());
    }
}
