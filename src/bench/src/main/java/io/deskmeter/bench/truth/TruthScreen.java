package io.deskmeter.bench.truth;

import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.Screen;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** A screen whose truth is known. Used by one trial at a time. */
interface TruthScreen extends AutoCloseable {
    /** Opens the screen. */
    CompletableFuture<Screen> open(FrameListener listener, Executor executor);

    /** The landmark goes; the next key will be answered. */
    void arm(long number, long delayNanos) throws Exception;

    /** The observer has seen that it has gone; the key comes next. */
    void expect() throws Exception;

    /** What really happened, once the observer has reported. */
    Truth truth(long number) throws Exception;

    @Override
    void close() throws Exception;
}
