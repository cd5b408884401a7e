package io.deskmeter.controller.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.deskmeter.controller.ControllerServer;
import io.deskmeter.controller.LinkPeer;
import io.deskmeter.link.v1.FromAgent;
import io.deskmeter.link.v1.RunEnded;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A machine is cloned while its controller works on a run: both have the same host name, the same data folder, and the
 * same identity.
 */
@Tag("slow")
class ClonedControllerTest {
    /** More than the time between two renewals of a lease. */
    private static final Duration RENEWED = Duration.ofSeconds(25);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    /** The first one goes on with the files that it has open, whatever their names are now. */
    private Path cloned(Path data) throws IOException {
        Path first = Files.move(data, folder.resolve("first"));
        try (Stream<Path> files = Files.list(first)) {
            Files.createDirectory(data);
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, data.resolve(file.getFileName()));
            }
        }
        return data;
    }

    @Test
    void theFirstOneEndsWhatTheCloneHasTakenAndChangesNothing() throws Exception {
        Path data = folder.resolve("data");
        try (SharedControllers both = new SharedControllers(folder, TestDatabase.url())) {
            ControllerServer first = both.start(data);
            LinkPeer agent = both.working(first);
            String run = SharedControllers.id(agent);
            ControllerServer clone = both.start(cloned(data));
            String taken = "select state || ' ' || reasons from run where id = '" + run + "'";
            assertThat(both.texts(taken)).singleElement().asString().startsWith("INTERRUPTED ");
            String ended = both.texts(taken).get(0);

            SharedControllers.awaitEndOfRun(agent, RENEWED);
            await().atMost(RENEWED)
                    .untilAsserted(() -> assertThat(
                                    both.get(first, "/actuator/health/liveness").statusCode())
                            .isEqualTo(503));
            assertThat(both.get(first, "/actuator/health/readiness").body()).contains("controller.id");
            assertThat(SharedControllers.text(both.begin(first), "detail")).contains("controller.id");
            assertThat(both.get(clone, "/actuator/health/liveness").statusCode())
                    .isEqualTo(200);
            assertThat(both.begin(clone).statusCode()).isEqualTo(201);
            // Now the first one would give the run its own end.
            agent.send(FromAgent.newBuilder()
                    .setRunEnded(RunEnded.newBuilder().setRunId(run))
                    .build());
            await().atMost(RENEWED)
                    .untilAsserted(() -> assertThat(
                                    SharedControllers.text(both.get(first, "/api/v1/runs/" + run), "state"))
                            .isEqualTo("interrupted"));
            assertThat(both.texts(taken)).containsExactly(ended);
        }
    }
}
