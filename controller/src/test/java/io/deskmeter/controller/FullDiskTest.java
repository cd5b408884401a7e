package io.deskmeter.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.deskmeter.testsupport.SmallDisk;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A controller whose disk has no room for a while. */
@Tag("slow")
class FullDiskTest {
    private static final int MEGABYTES = 48;
    private static final Duration SOON = Duration.ofSeconds(20);

    @TempDir
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private ControllerServer server;

    private final HttpClient http = Clients.of(() -> this.server);

    private int save(String id) throws Exception {
        String profile = SampleRoot.PROFILE.replaceFirst("(?m)^id: .*$", "id: " + id);
        HttpRequest request = HttpRequest.newBuilder(server.address().resolve("/api/v1/run-profiles/" + id))
                .header("Content-Type", "application/yaml")
                .PUT(BodyPublishers.ofString(profile))
                .build();
        return http.send(request, BodyHandlers.ofString()).statusCode();
    }

    private int read(String id) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(server.address().resolve("/api/v1/run-profiles/" + id))
                .header("Accept", "application/yaml")
                .build();
        return http.send(request, BodyHandlers.ofString()).statusCode();
    }

    @Test
    void theStoreWorksAgainWithoutARestartWhenThereIsRoom() throws Exception {
        assumeTrue(SmallDisk.isPossible(), "only root can mount a small disk");
        try (SmallDisk disk = SmallDisk.mount(folder.resolve("data"), MEGABYTES)) {
            server = ControllerServer.start(
                    ControllerSettings.of(folder.resolve("data"), SampleRoot.create(folder.resolve("workloads"))));
            try {
                assertThat(save("before")).isEqualTo(201);
                disk.fill();
                Awaitility.await().atMost(SOON).until(() -> save("meanwhile") >= 500);
                disk.free();
                Awaitility.await().atMost(SOON).until(() -> save("after") < 300);
                assertThat(read("before")).isEqualTo(200);
                assertThat(read("after")).isEqualTo(200);
            } finally {
                server.close();
            }
        }
    }
}
