package io.deskmeter.agent.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.agent.evidence.recorder.FrameRecorder;
import io.deskmeter.agent.platform.Platforms;
import io.deskmeter.agent.session.SessionContext;
import io.deskmeter.agent.watch.landmark.Landmarks;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentResourcesTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    /** The moves of gestures leave from there; what else it makes work for waits like everybody. */
    @Test
    void theTimersComeFirstAndAreTheOnlyOnes() throws Exception {
        try (AgentResources resources = AgentResources.open(Platforms.here(), folder)) {
            SessionContext context = resources.sessionContext(Landmarks.load(List.of()), () -> FrameRecorder.NONE);
            CompletableFuture<Integer> timer = new CompletableFuture<>();
            CompletableFuture<Integer> session = new CompletableFuture<>();
            context.timers().execute(() -> {
                timer.complete(Thread.currentThread().getPriority());
                context.pool()
                        .execute(() -> session.complete(Thread.currentThread().getPriority()));
            });
            assertThat(timer.get(30, TimeUnit.SECONDS)).isEqualTo(Thread.MAX_PRIORITY);
            assertThat(session.get(30, TimeUnit.SECONDS)).isEqualTo(Thread.NORM_PRIORITY);
        }
    }
}
