package io.deskmeter.agent.run;

import com.google.protobuf.ByteString;
import io.deskmeter.agent.evidence.Snapshot;
import io.deskmeter.link.v1.FrameWanted;
import io.deskmeter.link.v1.SessionFrame;
import io.deskmeter.screen.Frame;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Answers who looks at a session. Pictures are encoded where those of evidence are, so no session waits for that. */
final class Lookout {
    private final Outbox outbox;
    private final Executor encoder;

    Lookout(Outbox outbox, Executor encoder) {
        this.outbox = outbox;
        this.encoder = encoder;
    }

    /** @param run that is worked on now, null for none */
    void show(@Nullable AgentRun run, FrameWanted wanted) {
        CompletableFuture<Optional<Frame>> picture = run == null || !run.id().equals(wanted.getRunId())
                ? CompletableFuture.completedFuture(Optional.empty())
                : run.look(wanted.getSession());
        var unused = picture.thenAcceptAsync(frame -> outbox.frame(answer(wanted, frame)), encoder);
    }

    private static SessionFrame answer(FrameWanted wanted, Optional<Frame> frame) {
        SessionFrame.Builder answer = SessionFrame.newBuilder()
                .setRunId(wanted.getRunId())
                .setSession(wanted.getSession())
                .setCall(wanted.getCall());
        if (frame.isPresent()) {
            answer.setPng(ByteString.copyFrom(Snapshot.png(frame.get(), wanted.getMostWidth())));
        } else {
            answer.setRefusal(
                    "session " + wanted.getSession()
                            + ": its agent has no picture of it (expected: a session that works and whose screen its agent sees)");
        }
        return answer.build();
    }
}
