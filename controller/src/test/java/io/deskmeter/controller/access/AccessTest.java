package io.deskmeter.controller.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.controller.ControllerServer;
import io.deskmeter.controller.ControllerServer.StartException;
import io.deskmeter.controller.ControllerSettings;
import io.deskmeter.controller.SampleRoot;
import io.deskmeter.link.client.ControllerHandler;
import io.deskmeter.link.client.LinkClient;
import io.deskmeter.link.client.LinkClientSettings;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.Hello;
import io.deskmeter.link.v1.Welcome;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which requests are accepted, and which are refused. */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AccessTest {
    @SuppressWarnings("NullAway.Init")
    private ControllerServer server;

    @SuppressWarnings("NullAway.Init")
    private Path data;

    @SuppressWarnings("NullAway.Init")
    private Path workloads;

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

    private String host() {
        return server.address().getAuthority();
    }

    private int status(String request, String... headers) throws Exception {
        return RawHttp.status(answer(request, headers));
    }

    private String answer(String request, String... headers) throws Exception {
        List<String> lines = new ArrayList<>();
        lines.add(request + " HTTP/1.1");
        lines.addAll(List.of(headers));
        return RawHttp.exchange(server.address(), lines);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /api/v1/runs",
                "POST /api/v1/runs/r-1/stop",
                "GET /api/v1/openapi",
                "GET /actuator/health",
                "GET /actuator",
                "GET /assets/none.js",
                "GET /",
                "GET /nothing",
                "OPTIONS /api/v1/runs",
                "TRACE /",
                "DELETE /api/v1/agents/a"
            })
    void nothingIsAnsweredWithoutAccess(String request) throws Exception {
        assertThat(status(request, "Host: " + host())).as(request).isIn(401, 405);
    }

    /** Monitoring needs no permission to start runs. */
    @ParameterizedTest
    @CsvSource({
        "GET /actuator/prometheus, 200",
        "GET /actuator/health, 200",
        "GET /actuator/health/readiness, 200",
        "HEAD /actuator/prometheus, 200",
        "GET /actuator, 403",
        "GET /actuator/mailbox, 403",
        "GET /actuator/healthy, 403",
        "GET /actuator/health/../mailbox, 403",
        "GET /actuator/prometheus/../../api/v1/runs, 403",
        "GET /api/v1/runs, 403",
        "GET /api/v1/accounts, 403",
        "POST /actuator/prometheus, 403",
        "POST /api/v1/login-links, 403",
        "GET /, 403"
    })
    void theSecretOfMetricsOpensMetricsAndHealthOnly(String request, int expected) throws Exception {
        Path file = data.resolve("metrics.token");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        String bearer = "Authorization: Bearer " + Files.readString(file).strip();
        assertThat(status(request, "Host: " + host(), bearer)).isIn(expected, expected == 403 ? 400 : expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "::", "192.0.2.1"})
    void onlyLoopbackIsListenedOn(String address, @TempDir Path folder) {
        ControllerSettings settings =
                ControllerSettings.of(folder.resolve("data"), workloads).withAddress(address);
        assertThatThrownBy(() -> ControllerServer.start(settings).close())
                .isInstanceOf(StartException.class)
                .hasMessageContaining("--listen: " + address)
                .hasMessageContaining("expected: a loopback address")
                .hasMessageContaining("hint:");
        assertThat(folder.resolve("data")).doesNotExist();
    }

    @Test
    void anAgentWithoutTheSecretIsRefused() throws Exception {
        ScheduledExecutorService timers = Executors.newSingleThreadScheduledExecutor();
        URI link = URI.create("tcp://" + server.linkAddress());
        CompletableFuture<String> outcome = new CompletableFuture<>();
        Hello hello = Hello.newBuilder().setProtocol(1).setAgentId("unknown").build();
        try (LinkClient client = new LinkClient(
                LinkClientSettings.to(link.getHost(), link.getPort()),
                () -> hello,
                new OutcomeRecorder(outcome),
                timers)) {
            client.start();
            assertThat(outcome.get(20, TimeUnit.SECONDS)).startsWith("refused: token: none (expected: ");
        } finally {
            timers.shutdownNow();
        }
    }

    @Test
    void theDataFolderIsPrivate() throws Exception {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(data)))
                .isEqualTo("rwx------");
    }

    /** Completes with the first message of the controller. */
    private record OutcomeRecorder(CompletableFuture<String> outcome) implements ControllerHandler {
        @Override
        public void connected(Welcome welcome) {
            outcome.complete("welcome");
        }

        @Override
        public void received(FromController message) {}

        @Override
        public void disconnected(String reason) {}

        @Override
        public void refused(String reason) {
            outcome.complete("refused: " + reason);
        }
    }
}
