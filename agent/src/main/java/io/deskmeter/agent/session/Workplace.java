package io.deskmeter.agent.session;

import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.Screen;
import io.deskmeter.workload.Until;
import io.deskmeter.workload.Workload;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** Where one simulated user works: a screen to see and touch, and a machine on which applications run. */
public interface Workplace {
    /** Connects to the screen; the listener is called on the executor given. */
    CompletableFuture<Screen> connect(FrameListener listener, Executor executor);

    /** What the picture must show before the user can begin; empty: any picture that stays quiet. */
    default Optional<Until> usable() {
        return Optional.empty();
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
