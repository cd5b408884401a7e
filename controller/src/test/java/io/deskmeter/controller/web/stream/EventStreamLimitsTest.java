package io.deskmeter.controller.web.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.deskmeter.controller.Clients;
import io.deskmeter.controller.ControllerServer;
import io.deskmeter.controller.ControllerSettings;
import io.deskmeter.controller.SampleRoot;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reproducer: event streams were unlimited. */
@Tag("slow")
class EventStreamLimitsTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    void aLoginGetsAsManyAsItNeedsNoThreadEachAndThePlacesBack() throws Exception {
        try (ControllerServer server = ControllerServer.start(
                ControllerSettings.of(folder.resolve("data"), SampleRoot.create(folder.resolve("workloads"))))) {
            HttpClient client = Clients.of(() -> server);
            HttpRequest events = HttpRequest.newBuilder(server.address().resolve("/api/v1/events"))
                    .build();
            List<HttpResponse<InputStream>> open = new ArrayList<>();
            for (int i = 0; i < StreamPlaces.MOST_OF_LOGIN; i++) {
                HttpResponse<InputStream> stream = client.send(events, BodyHandlers.ofInputStream());
                assertThat(stream.statusCode()).isEqualTo(200);
                assertThat(stream.body().read()).isPositive();
                open.add(stream);
            }
            await().atMost(SOON)
                    .until(() -> Thread.getAllStackTraces().entrySet().stream()
                                    .filter(thread -> thread.getKey().getName().equals("events"))
                                    .filter(thread -> thread.getValue().length > 0
                                            && List.of(thread.getValue()).stream()
                                                    .anyMatch(frame -> frame.getMethodName()
                                                            .equals("sendAll")))
                                    .count()
                            == 0);
            HttpResponse<InputStream> refused = client.send(events, BodyHandlers.ofInputStream());
            assertThat(refused.statusCode()).isEqualTo(429);
            assertThat(refused.headers().firstValue("Retry-After")).isPresent();
            assertThat(new String(refused.body().readAllBytes(), StandardCharsets.UTF_8))
                    .contains("event streams: 50 of this login", "expected:");
            open.get(0).body().close();
            await().atMost(SOON)
                    .until(() ->
                            client.send(events, BodyHandlers.ofInputStream()).statusCode() == 200);
        }
    }
}
