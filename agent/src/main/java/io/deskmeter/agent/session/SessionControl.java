package io.deskmeter.agent.session;

import io.deskmeter.agent.session.SessionUpdate.Phase;
import io.deskmeter.screen.Frame;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Starts and stops one session, which runs here or on another machine. Thread-safe. */
public interface SessionControl {
    /** Starts the session. The listener is told about every change that follows. */
    void start();

    /** Ends the session: at once, or at the end of the current operation. Idempotent. */
    void stop(boolean now, String reason);

    /** Completes when nothing of the session runs any more, with how it ended. */
    CompletableFuture<Phase> ended();

    /** A copy of the picture that the session has now; empty if there is none yet, none any more, or where nobody here sees the screen. */
    default CompletableFuture<Optional<Frame>> screenshot() {
        return CompletableFuture.completedFuture(Optional.empty());
    }
}
