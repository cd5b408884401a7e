package io.deskmeter.agent.client.run;

import com.google.protobuf.ByteString;
import io.deskmeter.agent.client.outbox.Outbox;
import io.deskmeter.agent.concurrent.GuardedTasks;
import io.deskmeter.agent.evidence.painter.ScreenshotEncoder;
import io.deskmeter.link.v1.Screenshot;
import io.deskmeter.link.v1.ScreenshotRequest;
import io.deskmeter.screen.Frame;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Answers screenshot requests. Pictures are encoded on the thread of the evidence, so no session waits for that. */
final class ScreenshotService {
    private final Outbox outbox;
    private final Executor encoder;

    ScreenshotService(Outbox outbox, Executor encoder) {
        this.outbox = outbox;
        this.encoder = encoder;
    }

    /** @param run that is worked on now, null for none */
    void show(@Nullable ClientRun run, ScreenshotRequest wanted) {
        CompletableFuture<Optional<Frame>> picture = run == null || !run.id().equals(wanted.getRunId())
                ? CompletableFuture.completedFuture(Optional.empty())
                : run.screenshot(wanted.getSession());
        GuardedTasks.reportFailure(
                "a screenshot", picture.thenAcceptAsync(frame -> outbox.frame(answer(wanted, frame)), encoder));
    }

    private static Screenshot answer(ScreenshotRequest wanted, Optional<Frame> frame) {
        Screenshot.Builder answer = Screenshot.newBuilder()
                .setRunId(wanted.getRunId())
                .setSession(wanted.getSession())
                .setCall(wanted.getCall());
        if (frame.isPresent()) {
            answer.setPng(ByteString.copyFrom(ScreenshotEncoder.png(frame.get(), wanted.getMostWidth())));
        } else {
            answer.setRefusal("session " + wanted.getSession()
                    + ": its agent has no picture of it (expected: a working session whose screen its agent displays)");
        }
        return answer.build();
    }
}
