package io.deskmeter.screen.awt;

import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.shared.SerialExecutor;
import java.awt.AWTError;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.function.LongSupplier;

/**
 * Opens monitors of the desktop in which this process runs. Closing it closes them.
 *
 * <p>Thread-safe.
 */
public final class AwtScreens implements AutoCloseable {
    private final LongSupplier nanoTime;
    private final Set<Screen> open = ConcurrentHashMap.newKeySet();

    /** @param nanoTime monotonic nanoseconds; stamps frames and input */
    public AwtScreens(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /**
     * Opens a screen. Its first frame shows the whole monitor.
     *
     * @param executor compares, calls the listener and completes futures, one task at a time and in order (the executor itself need not be serial);
     *     must outlive the screen
     * @return the screen, before the first frame; fails with a {@link ScreenException} if there is no monitor
     */
    public CompletableFuture<Screen> open(AwtSettings settings, FrameListener listener, Executor executor) {
        CompletableFuture<Screen> result = new CompletableFuture<>();
        Executor serial = new SerialExecutor(executor);
        ScheduledThreadPoolExecutor thread = new ScheduledThreadPoolExecutor(1, task -> {
            Thread made = new Thread(task, "awt-screen");
            made.setDaemon(true);
            return made;
        });
        thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        // On the thread, because AWT starts slowly.
        thread.execute(() -> open(settings, listener, serial, thread, result));
        return result;
    }

    private void open(
            AwtSettings settings,
            FrameListener listener,
            Executor serial,
            ScheduledThreadPoolExecutor thread,
            CompletableFuture<Screen> result) {
        try {
            AwtScreen screen = new AwtScreen(
                    settings, listener, serial, nanoTime, thread, AwtCapture.of(settings.device()), open::remove);
            open.add(screen);
            serial.execute(() -> {
                if (!result.complete(screen)) {
                    screen.close(); // nobody waits any more
                }
            });
            screen.capture();
        } catch (ScreenException e) {
            fail(thread, result, e);
        } catch (RejectedExecutionException e) {
            fail(thread, result, new ScreenException("AWT screen: the executor rejects tasks", e));
        } catch (AWTError | UnsatisfiedLinkError | NoClassDefFoundError e) {
            fail(
                    thread,
                    result,
                    new ScreenException(
                            "AWT screen: " + e.getMessage()
                                    + " (expected: a desktop; hint: is DISPLAY right, and does this Java have its display libraries?)",
                            e));
        }
    }

    private static void fail(
            ScheduledThreadPoolExecutor thread, CompletableFuture<Screen> result, ScreenException cause) {
        result.completeExceptionally(cause);
        thread.shutdown();
    }

    /** Closes all screens. */
    @Override
    public void close() {
        open.forEach(Screen::close);
    }
}
