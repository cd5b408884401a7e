package io.deskmeter.agent.platform;

import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.KeyboardTable;
import io.deskmeter.screen.Rect;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** The display of the session in which this process runs. Closing it closes what it has opened. Thread-safe. */
public interface UserDisplay extends AutoCloseable {
    /**
     * Opens its screen.
     *
     * @param executor calls the listener and completes futures, one task at a time and in order (it need not be serial
     *     itself)
     * @return fails with a {@link ScreenException} if the display cannot be read
     */
    CompletableFuture<Screen> open(FrameListener listener, Executor executor);

    /** Receives changes of the display; must return immediately. */
    interface Listener {
        /** The display has this size, in pixels: first when it is watched, then whenever it changes. */
        void sized(int width, int height);

        /** The display is lost; called once at most, and not where a session's processes end with its display. */
        void gone(String cause);
    }

    /**
     * Watches its size and its loss, until this is closed.
     *
     * @return completes after the first size; fails with a {@link ScreenException} if there is no display
     */
    CompletableFuture<Void> watch(Listener listener);

    /**
     * A picture in black and white.
     *
     * @param width in pixels
     * @param height in pixels
     * @param black what is black in it; the rest is white
     */
    record Picture(int width, int height, List<Rect> black) {
        public Picture {
            black = List.copyOf(black);
        }
    }

    /** A window that shows a picture. */
    interface Overlay extends AutoCloseable {
        /** Raises it above all other windows. */
        void raise();

        /** Removes it; idempotent. */
        @Override
        void close();
    }

    /** Shows a picture in a window above all others at the top of the display, in the middle, which takes no input. */
    CompletableFuture<Overlay> show(Picture picture);

    /**
     * What the keys of its keyboard type.
     *
     * @param executor completes the future
     * @return empty where this cannot be read; fails with a {@link ScreenException} if the display is lost
     */
    CompletableFuture<Optional<KeyboardTable>> keyboard(Executor executor);

    @Override
    void close();

    /** For display. */
    @Override
    String toString();
}
