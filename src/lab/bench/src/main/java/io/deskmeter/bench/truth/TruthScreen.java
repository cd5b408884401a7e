package io.deskmeter.bench.truth;

import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.Screen;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** A screen with known true times. Used by one trial at a time. */
interface TruthScreen extends AutoCloseable {
    /** Opens the screen. */
    CompletableFuture<Screen> open(FrameListener listener, Executor executor);

    /** Hides the landmark; the next key will be answered. */
    void arm(long number, long delayNanos) throws Exception;

    /** The observer has detected that it is hidden; the key follows. */
    void expect() throws Exception;

    /** The true times, after the observer has reported. */
    Truth truth(long number) throws Exception;

    @Override
    void close() throws Exception;
}
