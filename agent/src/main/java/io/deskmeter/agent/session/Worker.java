package io.deskmeter.agent.session;

import io.deskmeter.agent.session.SessionNews.Phase;
import java.util.concurrent.CompletableFuture;

/** Has one simulated user work, here or elsewhere. May be called from any thread. */
public interface Worker {
    /** Begins; a listener hears of everything that follows. */
    void start();

    /** Ends the session: at once, or at the end of the current operation. Idempotent. */
    void stop(boolean now, String reason);

    /** Completes when nothing of the session runs any more, with how it ended. */
    CompletableFuture<Phase> ended();
}
