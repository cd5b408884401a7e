package io.deskmeter.controller.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.controller.run.port.AgentPort;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.Screenshot;
import io.deskmeter.link.v1.ScreenshotRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class ScreenshotsTest {
    private final List<ScreenshotRequest> sent = new ArrayList<>();
    private boolean connected = true;

    private final Screenshots frames = new Screenshots(new AgentPort() {
        @Override
        public List<Reserved> reserve(String runId, Wanted wanted) {
            return List.of();
        }

        @Override
        public String whyNoAgents(Wanted wanted) {
            return "";
        }

        @Override
        public void release(String runId) {
            // Nobody is reserved.
        }

        @Override
        public boolean send(String agentId, FromController message) {
            sent.add(message.getScreenshotRequest());
            return connected;
        }
    });

    private Screenshot answer(int asked) {
        return Screenshot.newBuilder()
                .setRunId("r")
                .setSession(3)
                .setCall(sent.get(asked).getCall())
                .build();
    }

    @Test
    void whoLooksWhileAPictureIsUnderWayGetsTheSame() {
        CompletableFuture<Screenshot> first = frames.ask("a", "r", 3);
        CompletableFuture<Screenshot> second = frames.ask("a", "r", 3);
        assertThat(sent).hasSize(1);
        frames.answered("another", answer(0));
        assertThat(first).isNotDone();
        frames.answered("a", answer(0));
        assertThat(first).isCompletedWithValue(answer(0));
        assertThat(second).isCompletedWithValue(answer(0));
        CompletableFuture<Screenshot> third = frames.ask("a", "r", 3);
        assertThat(sent).hasSize(2);
        frames.answered("a", answer(0));
        assertThat(third).isNotDone();
        frames.answered("a", answer(1));
        assertThat(third).isDone();
    }

    @Test
    void anAgentThatIsAwayIsReportedAtOnce() {
        connected = false;
        assertThatThrownBy(() -> frames.ask("a", "r", 3).join())
                .hasCauseInstanceOf(TimeoutException.class)
                .hasMessageContaining("not connected");
        connected = true;
        assertThat(frames.ask("a", "r", 3)).isNotDone();
    }
}
