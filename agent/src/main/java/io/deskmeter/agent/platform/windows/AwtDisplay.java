package io.deskmeter.agent.platform.windows;

import io.deskmeter.agent.concurrent.AgentThreads;
import io.deskmeter.agent.platform.UserDisplay;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.KeyboardTable;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.awt.AwtScreens;
import io.deskmeter.screen.awt.AwtSettings;
import java.awt.AWTError;
import java.awt.DisplayMode;
import java.awt.EventQueue;
import java.awt.GraphicsEnvironment;
import java.awt.HeadlessException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The primary monitor, through AWT. Nothing reports changes of its size, so it is read every second. A session's
 * processes end with its display, so the loss of it is never told.
 */
final class AwtDisplay implements UserDisplay {
    private static final Logger LOG = LoggerFactory.getLogger(AwtDisplay.class);
    private static final long READ_EVERY_MILLIS = 1_000;

    private final AwtScreens screens;
    private final ScheduledExecutorService reader = AgentThreads.timers("display");

    AwtDisplay(LongSupplier nanoTime) {
        this.screens = new AwtScreens(nanoTime);
    }

    @Override
    public CompletableFuture<Screen> open(FrameListener listener, Executor executor) {
        return screens.open(AwtSettings.defaults(), listener, executor);
    }

    @Override
    public CompletableFuture<Void> watch(Listener listener) {
        return CompletableFuture.runAsync(() -> new SizeReader(listener).first(), reader);
    }

    /** On the reader's thread. */
    private final class SizeReader {
        private final Listener listener;
        private int width;
        private int height;
        private boolean failing;

        private SizeReader(Listener listener) {
            this.listener = listener;
        }

        private void first() {
            try {
                read();
            } catch (HeadlessException | AWTError | LinkageError e) {
                throw new CompletionException(new ScreenException(
                        "display: " + e
                                + " (expected: a session with a desktop, and a Java with its display libraries)",
                        e));
            }
            var unused = reader.scheduleWithFixedDelay(
                    this::again, READ_EVERY_MILLIS, READ_EVERY_MILLIS, TimeUnit.MILLISECONDS);
        }

        /** A scheduler drops a task that throws once: the size would never be read again, and nobody would know. */
        private void again() {
            try {
                read();
                failing = false;
            } catch (RuntimeException | Error e) {
                if (!failing) {
                    LOG.warn(
                            "display: its size cannot be read, next attempt in {} ms: {}",
                            READ_EVERY_MILLIS,
                            e.toString());
                }
                failing = true;
            }
        }

        private void read() {
            DisplayMode mode = GraphicsEnvironment.getLocalGraphicsEnvironment()
                    .getDefaultScreenDevice()
                    .getDisplayMode();
            if (mode.getWidth() != width || mode.getHeight() != height) {
                width = mode.getWidth();
                height = mode.getHeight();
                listener.sized(width, height);
            }
        }
    }

    @Override
    public CompletableFuture<Overlay> show(Picture picture) {
        CompletableFuture<Overlay> shown = new CompletableFuture<>();
        try {
            EventQueue.invokeLater(() -> show(picture, shown));
        } catch (HeadlessException | AWTError | LinkageError e) {
            shown.completeExceptionally(noWindow(e));
        }
        return shown;
    }

    private static void show(Picture picture, CompletableFuture<Overlay> shown) {
        try {
            shown.complete(AwtOverlay.open(picture));
        } catch (HeadlessException | AWTError | LinkageError e) {
            shown.completeExceptionally(noWindow(e));
        }
    }

    private static ScreenException noWindow(Throwable cause) {
        return new ScreenException("display: no window for a picture: " + cause + " (expected: a desktop)", cause);
    }

    /** AWT does not tell it. */
    @Override
    public CompletableFuture<Optional<KeyboardTable>> keyboard(Executor executor) {
        return CompletableFuture.completedFuture(Optional.empty());
    }

    @Override
    public void close() {
        reader.shutdownNow();
        screens.close();
    }

    @Override
    public String toString() {
        return "the primary monitor";
    }
}
