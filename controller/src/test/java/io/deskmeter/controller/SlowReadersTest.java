package io.deskmeter.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.access.Requests;
import io.deskmeter.controller.store.BigRun;
import io.deskmeter.link.access.TokenFile;
import io.deskmeter.link.access.TokenRole;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Readers that are slow or disconnect affect neither a run nor other readers. */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SlowReadersTest {
    private static final String CSV = "/api/v1/runs/" + BigRun.ID + "/timings";
    /** Of the run that is read; {@code -Ddeskmeter.test.timings=1000000} for the promised number. */
    private static final int TIMINGS = Integer.getInteger("deskmeter.test.timings", 100_000);

    private static final int READERS = 20;

    /** The limit of concurrent downloads. */
    private static final int MOST = 64;

    private static final int MOST_OF_USER = 24;

    private static final Duration WITHIN = Duration.ofMinutes(5);

    /** Longer than the default limit of a servlet container for an asynchronous request: 30 seconds. */
    private static final int PAST_THE_USUAL_LIMIT_BYTES = 35 * 1024;

    private final HttpClient http = Clients.of(() -> this.server);

    @SuppressWarnings("NullAway.Init")
    private ControllerServer server;

    @SuppressWarnings("NullAway.Init")
    private Path workloads;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        workloads = SampleRoot.create(folder.resolve("workloads"));
        BigRun.write(folder.resolve("data"), TIMINGS);
        server = ControllerServer.start(ControllerSettings.of(folder.resolve("data"), workloads));
    }

    @AfterAll
    void stop() {
        server.close();
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return http.send(request.build(), BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String path, String accept) {
        return HttpRequest.newBuilder(server.address().resolve(path)).header("Accept", accept);
    }

    private JsonNode json(String path) throws Exception {
        return JsonMapper.shared()
                .readTree(send(request(path, "application/json")).body());
    }

    @Test
    void aRunGoesOnAndIsValidWhileTwentyReadSlowlyForLongerThanHalfAMinute() throws Exception {
        try (SlowReaders readers = new SlowReaders(server, CSV, READERS);
                LinkedAgent agent = new LinkedAgent(server, workloads)) {
            // When its first bytes have arrived, a reader has all its resources of the store.
            Awaitility.await().atMost(WITHIN).until(() -> readers.begun() >= READERS / 3);
            String run = begin(SampleRoot.PROFILE.replace("iterations: 3", "iterations: 300"));
            Awaitility.await()
                    .atMost(WITHIN)
                    .until(() -> json("/api/v1/runs/" + run).path("ended").asBoolean());
            JsonNode report = json("/api/v1/runs/" + run + "/report");
            assertThat(report.at("/verdict/valid").asBoolean())
                    .as(report.at("/verdict").toString())
                    .isTrue();
            Awaitility.await()
                    .atMost(WITHIN)
                    .untilAsserted(() -> assertThat(readers.reading(PAST_THE_USUAL_LIMIT_BYTES))
                            .isEqualTo(READERS));
        }
    }

    @Test
    void oneReaderTooManyIsReportedSoAndThoseWhoDisappearMakeRoom() throws Exception {
        try (SlowReaders readers = new SlowReaders(server, CSV, MOST)) {
            Awaitility.await().atMost(WITHIN).until(() -> readers.begun() == MOST);
            HttpResponse<String> refused = send(request(CSV, "text/csv"));
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.headers().firstValue("Retry-After")).isPresent();
            assertThat(refused.headers().firstValue("Content-Type")).contains("application/problem+json");
            assertThat(refused.body()).contains("downloads: 64 are in progress (expected: fewer");
        }
        try (SlowReaders others = new SlowReaders(server, CSV, MOST)) {
            Awaitility.await().atMost(WITHIN).until(() -> others.begun() == MOST);
        }
        Awaitility.await()
                .atMost(WITHIN)
                .untilAsserted(() -> assertThat(
                                send(request(CSV, "text/csv")).body().lines().count())
                        .isGreaterThan(TIMINGS));
    }

    /** Once one viewer took all downloads, and nobody got a backup. */
    @Test
    void oneUserWhoReadsSlowlyLeavesDownloadsToOthers() throws Exception {
        Requests requests = new Requests(server.address());
        String local = Requests.bearer(
                TokenFile.read(server.tokenFile(TokenRole.ADMIN)).text());
        String password = "correct horse battery";
        assertThat(requests.send(
                                "POST",
                                "/api/v1/users",
                                "{\"name\":\"vera\",\"role\":\"viewer\",\"password\":\"%s\"}".formatted(password),
                                local)
                        .status())
                .isEqualTo(201);
        Requests https = new Requests(HttpsPort.open(server));
        String vera = Requests.cookie(
                https.send("POST", "/api/v1/login", "{\"name\":\"vera\",\"password\":\"%s\"}".formatted(password)));
        try (SlowReaders readers = new SlowReaders(https.server(), CSV, MOST_OF_USER, vera)) {
            Awaitility.await().atMost(WITHIN).until(() -> readers.begun() == MOST_OF_USER);
            Requests.Answer refused = https.send("GET", CSV, "", vera + "\r\nAccept: text/csv");
            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.body()).contains("downloads: 24 of this user are in progress (expected: fewer than 24");
            assertThat(send(request(CSV, "text/csv")).body().lines().count()).isGreaterThan(TIMINGS);
        }
        Awaitility.await()
                .atMost(WITHIN)
                .untilAsserted(() -> assertThat(https.send("GET", CSV, "", vera + "\r\nAccept: text/csv")
                                .status())
                        .isEqualTo(200));
    }

    private String begin(String yaml) throws Exception {
        HttpResponse<String> begun = send(request("/api/v1/runs", "application/json")
                .header("Content-Type", "application/yaml")
                .POST(HttpRequest.BodyPublishers.ofString(yaml)));
        assertThat(begun.statusCode()).as(begun.body()).isEqualTo(201);
        return JsonMapper.shared().readTree(begun.body()).path("id").asString();
    }
}
