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
import java.util.concurrent.ScheduledExecutorService;
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
     * @param executor compares, calls the listener and completes futures, one task at a time and in order (the executor
     *     itself need not be serial); must outlive the screen
     * @return the screen, before the first frame; fails with a {@link ScreenException} if there is no monitor
     */
    public CompletableFuture<Screen> open(AwtSettings settings, FrameListener listener, Executor executor) {
        CompletableFuture<Screen> result = new CompletableFuture<>();
        Executor serial = new SerialExecutor(executor);
        AwtScreen.Threads threads = new AwtScreen.Threads(thread("awt-capture"), thread("awt-input"));
        // On a thread, because AWT starts slowly.
        threads.captures().execute(() -> open(settings, listener, serial, threads, result));
        return result;
    }

    private static ScheduledExecutorService thread(String name) {
        ScheduledThreadPoolExecutor thread = new ScheduledThreadPoolExecutor(1, task -> {
            Thread made = new Thread(task, name);
            made.setDaemon(true);
            return made;
        });
        thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        return thread;
    }

    private void open(
            AwtSettings settings,
            FrameListener listener,
            Executor serial,
            AwtScreen.Threads threads,
            CompletableFuture<Screen> result) {
        try {
            AwtMonitor monitor = AwtMonitor.of(settings.device());
            AwtScreen screen = new AwtScreen(
                    settings,
                    listener,
                    serial,
                    nanoTime,
                    threads,
                    new AwtCapture(monitor),
                    new AwtInput(monitor, nanoTime),
                    open::remove);
            open.add(screen);
            serial.execute(() -> {
                if (!result.complete(screen)) {
                    screen.close(); // nobody waits any more
                }
            });
            screen.capture();
        } catch (ScreenException e) {
            fail(threads, result, e);
        } catch (RejectedExecutionException e) {
            fail(threads, result, new ScreenException("AWT screen: the executor rejects tasks", e));
        } catch (AWTError | UnsatisfiedLinkError | NoClassDefFoundError e) {
            fail(
                    threads,
                    result,
                    new ScreenException(
                            "AWT screen: " + e.getMessage()
                                    + " (expected: a desktop; hint: is DISPLAY right, and does this Java have its display libraries?)",
                            e));
        }
    }

    private static void fail(AwtScreen.Threads threads, CompletableFuture<Screen> result, ScreenException cause) {
        result.completeExceptionally(cause);
        threads.end();
    }

    /** Closes all screens. */
    @Override
    public void close() {
        open.forEach(Screen::close);
    }
}
