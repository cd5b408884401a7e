package io.deskmeter.agent.session.control;

import io.deskmeter.agent.session.control.SessionUpdate.Phase;
import io.deskmeter.screen.Frame;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Starts and stops one session, which runs here or on another machine. Thread-safe. */
public interface SessionControl {
    /** Starts the session. The listener receives every following change. */
    void start();

    /** Ends the session: immediately, or at the end of the current operation. Idempotent. */
    void stop(boolean now, String reason);

    /** Completes with its end state when all processes of the session have ended. */
    CompletableFuture<Phase> ended();

    /**
     * A copy of the session's present picture; empty if there is none, or if this agent does not display the screen.
     */
    default CompletableFuture<Optional<Frame>> screenshot() {
        return CompletableFuture.completedFuture(Optional.empty());
    }
}
