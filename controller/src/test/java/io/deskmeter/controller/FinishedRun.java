package io.deskmeter.controller;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import io.deskmeter.link.v1.FromAgent;
import io.deskmeter.link.v1.TimingBatch;
import io.deskmeter.link.v1.TimingRecord;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import javax.imageio.ImageIO;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A run that a real controller has carried out with an agent that simulates everything: two load points, response times
 * that differ, an operation that failed, samples of a metric, texts that a table calculation would take for formulas,
 * and two pictures.
 */
public final class FinishedRun {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final int MILLION = 1_000_000;

    private FinishedRun() {}

    /** Carries one out; returns its id. */
    public static String on(ControllerServer server, Path workloads) throws Exception {
        HttpClient http = Clients.of(() -> server);
        try (LinkedAgent agent = new LinkedAgent(server, workloads, FinishedRun::varied)) {
            HttpRequest begin = HttpRequest.newBuilder(server.address().resolve("/api/v1/runs"))
                    .header("Content-Type", "application/yaml")
                    .POST(BodyPublishers.ofString(SampleRoot.PROFILE))
                    .build();
            String begun = http.send(begin, BodyHandlers.ofString()).body();
            String id = JSON.readTree(begun).path("id").asString();
            assertThat(id).as(begun).isNotEmpty();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> json(http, server, "/api/v1/runs/" + id)
                            .path("ended")
                            .asBoolean());
            agent.picture(id, 0, 1, "s000-0001-open.png", png(40, 30));
            agent.picture(id, 1, 1, "s001-0001-open.png", png(60, 20));
            Awaitility.await()
                    .atMost(Duration.ofSeconds(20))
                    .until(() -> json(http, server, "/api/v1/runs/" + id + "/evidence")
                                    .size()
                            == 2);
            return id;
        }
    }

    private static JsonNode json(HttpClient http, ControllerServer server, String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(server.address().resolve(path))
                .header("Accept", "application/json")
                .build();
        return JSON.readTree(http.send(request, BodyHandlers.ofString()).body());
    }

    private static Message varied(Message message) {
        if (!(message instanceof FromAgent sent) || !sent.hasTimings()) {
            return message;
        }
        TimingBatch.Builder batch = sent.getTimings().toBuilder();
        for (int i = 0; i < batch.getTimingsCount(); i++) {
            batch.setTimings(i, varied(batch.getTimings(i)));
        }
        return sent.toBuilder().setTimings(batch).build();
    }

    private static TimingRecord varied(TimingRecord timing) {
        long later = (timing.getSession() * 37L + timing.getSequence() * 11) % 90 * MILLION;
        TimingRecord.Builder varied = timing.toBuilder()
                .setShownAt(timing.getShownAt() + later)
                .setLastWithoutAt(timing.getLastWithoutAt() + later)
                .setDetail(timing.getSequence() % 2 == 0 ? "=1+1, \"Größe\"\tand\\more" : "");
        return timing.getSession() == 1 && timing.getSequence() == 2
                ? varied.setOutcome("timeout").build()
                : varied.build();
    }

    private static byte[] png(int width, int height) throws IOException {
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        for (int x = 0; x < width; x++) {
            image.setRGB(x, x % height, 0xff8000 + x);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ImageIO.write(image, "png", out);
        return out.toByteArray();
    }
}
