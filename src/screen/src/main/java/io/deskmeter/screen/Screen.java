package io.deskmeter.screen;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * One remote desktop: its frames come through the listener given at the start, input goes out through {@link #fire}.
 *
 * <p>All methods may be called from any thread and return at once.
 */
public interface Screen extends AutoCloseable {
    /**
     * Sends input events in order.
     *
     * @param events at least one
     * @return completes with the monotonic time in nanoseconds read immediately before the first event left; fails with a
     *     {@link ScreenException} where the screen is lost
     */
    CompletableFuture<Long> fire(List<InputEvent> events);

    /** Ends the connection; idempotent. */
    @Override
    void close();
}
