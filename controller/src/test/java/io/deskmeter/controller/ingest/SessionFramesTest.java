package io.deskmeter.controller.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.controller.run.AgentPort;
import io.deskmeter.link.v1.FrameWanted;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.SessionFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class SessionFramesTest {
    private final List<FrameWanted> sent = new ArrayList<>();
    private boolean connected = true;

    private final SessionFrames frames = new SessionFrames(new AgentPort() {
        @Override
        public List<Reserved> reserve(String runId, Wanted wanted) {
            return List.of();
        }

        @Override
        public String whyNobody(Wanted wanted) {
            return "";
        }

        @Override
        public void release(String runId) {
            // Nobody is reserved.
        }

        @Override
        public boolean send(String agentId, FromController message) {
            sent.add(message.getFrameWanted());
            return connected;
        }
    });

    private SessionFrame answer(int asked) {
        return SessionFrame.newBuilder()
                .setRunId("r")
                .setSession(3)
                .setCall(sent.get(asked).getCall())
                .build();
    }

    @Test
    void whoLooksWhileAPictureIsUnderWayGetsTheSame() {
        CompletableFuture<SessionFrame> first = frames.ask("a", "r", 3);
        CompletableFuture<SessionFrame> second = frames.ask("a", "r", 3);
        assertThat(sent).hasSize(1);
        frames.answered("another", answer(0));
        assertThat(first).isNotDone();
        frames.answered("a", answer(0));
        assertThat(first).isCompletedWithValue(answer(0));
        assertThat(second).isCompletedWithValue(answer(0));
        CompletableFuture<SessionFrame> third = frames.ask("a", "r", 3);
        assertThat(sent).hasSize(2);
        frames.answered("a", answer(0));
        assertThat(third).isNotDone();
        frames.answered("a", answer(1));
        assertThat(third).isDone();
    }

    @Test
    void anAgentThatIsAwayIsToldAtOnce() {
        connected = false;
        assertThatThrownBy(() -> frames.ask("a", "r", 3).join())
                .hasCauseInstanceOf(TimeoutException.class)
                .hasMessageContaining("not connected");
        connected = true;
        assertThat(frames.ask("a", "r", 3)).isNotDone();
    }
}
