package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.link.access.TokenRole;
import io.deskmeter.testsupport.LoopbackPorts;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A real Prometheus reads the meters of a real controller and a real agent. In the longer lane, for Prometheus is
 * installed for it.
 */
@ResourceLock(ConcurrentTests.PROGRAMS)
@Timeout(180)
class PrometheusLongIT {
    private static final Duration SOON = Duration.ofSeconds(60);

    @TempDir(factory = ShortTempDirs.class)
    Path folder;

    private final HttpClient http = HttpClient.newHttpClient();

    private String get(String url) throws Exception {
        return http.send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofString())
                .body();
    }

    @Test
    void prometheusReadsControllerAndAgent() throws Exception {
        DataFolder data = DataFolder.below(folder);
        try (Program controller = Program.start(
                folder, "controller", "--http-port", "0", "--link-port", "0", "--data", data.toString())) {
            Matcher said = controller.awaitPrinted("controller: http://(\\S+), agents connect to (\\S+)", SOON);
            try (Program agent = Program.start(
                    folder,
                    "agent",
                    "--controller",
                    said.group(2),
                    "--token-file",
                    data.token(TokenRole.AGENT),
                    "--state",
                    folder + "/agent",
                    "--metrics-port",
                    "0")) {
                String metrics = agent.awaitPrinted("metrics: http://(\\S+)/metrics", SOON)
                        .group(1);
                agent.awaitPrinted("connected to the controller", SOON);
                read(data, said.group(1), metrics);
            }
        }
    }

    private void read(DataFolder data, String controller, String agent) throws Exception {
        int port = LoopbackPorts.free();
        Path config = Files.writeString(
                folder.resolve("prometheus.yml"), """
                global: { scrape_interval: 1s, scrape_timeout: 1s }
                scrape_configs:
                  - job_name: controller
                    metrics_path: /actuator/prometheus
                    authorization: { type: Bearer, credentials_file: "%s" }
                    static_configs: [{ targets: ["%s"] }]
                  - job_name: agent
                    static_configs: [{ targets: ["%s"] }]
                """.formatted(data.token(TokenRole.METRICS), controller, agent));
        Process prometheus = new ProcessBuilder(
                        "prometheus",
                        "--config.file=" + config,
                        "--storage.tsdb.path=" + folder.resolve("tsdb"),
                        "--web.listen-address=127.0.0.1:" + port)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("prometheus.log").toFile())
                .start();
        try {
            String api = "http://127.0.0.1:" + port + "/api/v1/query?query=";
            awaitValue(api, "up{job=\"controller\"}", 1);
            awaitValue(api, "up{job=\"agent\"}", 1);
            awaitValue(api, "deskmeter_agents{role=\"client\"}", 1);
            awaitValue(api, "deskmeter_link_events_total{event=\"connected\"}", 1);
            awaitValue(api, "deskmeter_agent_link_events_total{event=\"connected\"}", 1);
            awaitValue(api, "deskmeter_agent_spool_batches", 0);
            assertThat(data.client()
                            .send(
                                    HttpRequest.newBuilder(
                                                    URI.create("http://" + controller + "/actuator/health/readiness"))
                                            .build(),
                                    BodyHandlers.ofString())
                            .body())
                    .contains("\"status\":\"UP\"");
        } finally {
            prometheus.destroy();
            prometheus.waitFor();
        }
    }

    private void awaitValue(String api, String query, int expected) {
        Awaitility.await().atMost(SOON).ignoreExceptions().untilAsserted(() -> {
            JsonNode results = JsonMapper.shared()
                    .readTree(get(api + URLEncoder.encode(query, StandardCharsets.UTF_8)))
                    .at("/data/result");
            assertThat(results.size()).as(query).isEqualTo(1);
            assertThat(results.at("/0/value/1").asString()).as(query).isEqualTo(String.valueOf(expected));
        });
    }
}
