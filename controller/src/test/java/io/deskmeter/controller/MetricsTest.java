package io.deskmeter.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.metrics.ControllerMeter;
import io.deskmeter.testsupport.docs.GeneratedSection;
import io.micrometer.core.instrument.Meter;
import io.micrometer.prometheusmetrics.PrometheusNamingConvention;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The metrics of a controller. */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MetricsTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final PrometheusNamingConvention NAMES = new PrometheusNamingConvention();

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

    private HttpResponse<String> get(String path) throws Exception {
        return http.send(HttpRequest.newBuilder(server.address().resolve(path)).build(), BodyHandlers.ofString());
    }

    private static double value(String text, String meter) {
        Matcher line =
                Pattern.compile("(?m)^" + Pattern.quote(meter) + " (\\S+)$").matcher(text);
        assertThat(line.find()).as(meter + " in\n" + text).isTrue();
        return Double.parseDouble(line.group(1));
    }

    /** As Prometheus calls it. */
    private static String name(ControllerMeter meter) {
        boolean bytes = meter == ControllerMeter.STORE_SIZE || meter == ControllerMeter.DISK_FREE;
        return NAMES.name(meter.id(), meter.type(), bytes ? "bytes" : null)
                + (meter.type() == Meter.Type.COUNTER ? "_total" : "");
    }

    private String run() throws Exception {
        HttpResponse<String> begun = http.send(
                HttpRequest.newBuilder(server.address().resolve("/api/v1/runs"))
                        .header("Content-Type", "application/yaml")
                        .POST(BodyPublishers.ofString(SampleRoot.PROFILE))
                        .build(),
                BodyHandlers.ofString());
        return JSON.readTree(begun.body()).path("id").asString();
    }

    @Test
    void aRunIsSeenInTheMeters() throws Exception {
        String meters;
        try (LinkedAgent agent = new LinkedAgent(server, workloads)) {
            String id = run();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> JSON.readTree(get("/api/v1/runs/" + id).body())
                            .path("ended")
                            .asBoolean());
            meters = metersOfAllBatches();
        }
        assertThat(value(meters, "deskmeter_link_events_total{event=\"connected\"}"))
                .isEqualTo(1);
        assertThat(value(meters, "deskmeter_link_events_total{event=\"broken\"}"))
                .isZero();
        assertThat(value(meters, "deskmeter_agents{role=\"client\"}")).isEqualTo(1);
        assertThat(value(meters, "deskmeter_runs")).isZero();
        assertThat(value(meters, "deskmeter_sessions{state=\"working\"}")).isZero();
        // It sends every batch twice.
        double stored = value(meters, "deskmeter_ingest_timings_total{outcome=\"stored\"}");
        assertThat(stored).isPositive();
        assertThat(value(meters, "deskmeter_ingest_timings_total{outcome=\"duplicate\"}"))
                .isEqualTo(stored);
        assertThat(value(meters, "deskmeter_ingest_batches_seconds_count{outcome=\"stored\"}"))
                .isEqualTo(stored);
        assertThat(value(meters, "deskmeter_ingest_batches_seconds_count{outcome=\"failed\"}"))
                .isZero();
        assertThat(value(meters, "deskmeter_store_writes_seconds_count{outcome=\"done\"}"))
                .isGreaterThan(10);
        assertThat(value(meters, "deskmeter_store_size_bytes")).isPositive();
        assertThat(value(meters, "deskmeter_disk_free_bytes")).isPositive();
        assertThat(value(meters, "deskmeter_mailbox_delay_seconds_count")).isGreaterThan(10);
        assertThat(value(meters, "deskmeter_mailbox_delay_seconds_bucket{le=\"5.0\"}"))
                .isPositive();
        assertThat(value(meters, "deskmeter_faults_total")).isZero();
        assertThat(meters)
                .contains("jvm_memory_used_bytes{", "http_server_requests_seconds_count{", "hikaricp_connections{");
        theListIsWhatThereIs(meters);
    }

    /** The run hears of its last batch when that is committed, and so may end a moment before the batch is counted. */
    private String metersOfAllBatches() throws Exception {
        return Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> get("/actuator/prometheus").body(), meters -> {
                    double stored = value(meters, "deskmeter_ingest_timings_total{outcome=\"stored\"}");
                    return stored > 0
                            && value(meters, "deskmeter_ingest_timings_total{outcome=\"duplicate\"}") == stored
                            && value(meters, "deskmeter_ingest_batches_seconds_count{outcome=\"stored\"}") == stored;
                });
    }

    private static void theListIsWhatThereIs(String meters) {
        Set<String> told = new TreeSet<>();
        Matcher type = Pattern.compile("(?m)^# TYPE (deskmeter_\\S+) \\S+$").matcher(meters);
        while (type.find()) {
            if (!type.group(1).endsWith("_max")) {
                told.add(type.group(1));
            }
        }
        Set<String> listed = new TreeSet<>();
        for (ControllerMeter meter : ControllerMeter.values()) {
            listed.add(name(meter));
        }
        assertThat(told).isEqualTo(listed);
    }

    @Test
    void healthTellsOfEachPart() throws Exception {
        HttpResponse<String> answer = get("/actuator/health");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        JsonNode parts = JSON.readTree(answer.body()).path("components");
        for (String part : new String[] {"store", "lease", "mailbox", "link", "diskSpace", "faults"}) {
            assertThat(parts.path(part).path("status").asString()).as(part).isEqualTo("UP");
        }
        assertThat(parts.at("/link/details/port").asInt()).isPositive();
        assertThat(parts.at("/mailbox/details/delayMs").asDouble()).isNotNegative();
        assertThat(get("/actuator/health/readiness").body()).contains("\"UP\"", "\"link\"", "\"store\"");
        assertThat(get("/actuator/health/liveness").body())
                .contains("\"UP\"", "\"mailbox\"")
                .doesNotContain("\"store\"");
    }

    /** Run with {@code -Dupdate.docs=true} to update the section. */
    @Test
    void thePageShowsTheList() throws IOException {
        StringBuilder table = new StringBuilder("| meter | what | labels |\n| --- | --- | --- |\n");
        for (ControllerMeter meter : ControllerMeter.values()) {
            table.append("| `")
                    .append(name(meter))
                    .append("` | ")
                    .append(meter.description())
                    .append(" | ")
                    .append(meter.label())
                    .append(" |\n");
        }
        GeneratedSection.check(Path.of("..", "docs", "reference", "metrics.md"), "controller", table.toString());
    }
}
