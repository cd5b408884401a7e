package io.deskmeter.agent.session;

import io.deskmeter.agent.rdp.LogonWatch;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.Screen;
import io.deskmeter.workload.Workload;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** Where one simulated user works: a screen to see and touch, and a machine on which applications run. */
public interface Workplace {
    /** Connects to the screen; the listener is called on the executor given. */
    CompletableFuture<Screen> connect(FrameListener listener, Executor executor);

    /**
     * Who tells from the pictures when the user can begin, and what became of a logon that failed; empty: any picture that stays quiet will do.
     *
     * @param firedAt when the workplace was asked for
     */
    default Optional<LogonWatch> logon(long firedAt) {
        return Optional.empty();
    }

    /** Completes when visits can be made; fails where that will never be. */
    default CompletableFuture<Void> prepared() {
        return CompletableFuture.completedFuture(null);
    }

    /** What {@link #prepared} waits for, for people; empty where there is nothing to say. */
    default String waitsFor() {
        return "";
    }

    /**
     * Makes a visit to an application ready: a private copy of its content.
     *
     * @param number of the visit, from 1
     * @return fails with a {@link io.deskmeter.agent.step.StepException} where the application cannot be had there, with anything else where
     *     the fault is ours
     */
    CompletableFuture<AppHost> open(Workload workload, int number);

    /** Ends the user's session and all that runs in it; blocks; idempotent. */
    void close();
}
