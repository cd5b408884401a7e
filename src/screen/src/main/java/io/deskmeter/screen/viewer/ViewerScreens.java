package io.deskmeter.screen.viewer;

import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.shared.SerialExecutor;
import io.deskmeter.screen.x11.X11Screens;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens screens through client programs, each in a private display. Closing it closes the screens and waits until all
 * their processes have ended.
 *
 * <p>Thread-safe. A screen uses a thread only while it is opened or closed.
 */
public final class ViewerScreens implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ViewerScreens.class);
    private static final long END_SECONDS = 15;

    private final X11Screens x11;
    private final LongSupplier nanoTime;
    private final ExecutorService blocking;
    private final Set<ViewerScreen> running = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /**
     * Starts no thread and no program yet.
     *
     * @param x11 reads the private displays; closed by its owner, after this object
     * @param nanoTime monotonic nanoseconds
     */
    public ViewerScreens(X11Screens x11, LongSupplier nanoTime) {
        this.x11 = x11;
        this.nanoTime = nanoTime;
        AtomicInteger count = new AtomicInteger();
        this.blocking = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "viewer-" + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * Opens a screen. Its first frame is one of the desktop, never of the bare display or of what the client shows
     * while it connects (unless the settings say otherwise).
     *
     * @param executor calls the listener and completes this future and those of {@link Screen#fire}, one task at a time
     *     and in order (the executor itself need not be serial); must outlive the screen
     * @return the screen, immediately before its first frame; fails with a {@link ScreenException} that quotes the
     *     client's last lines (then the listener is never called). Cancelling it ends the attempt
     */
    public CompletableFuture<Screen> open(
            Viewer viewer, ViewerTarget target, ViewerSettings settings, FrameListener listener, Executor executor) {
        return open(viewer, target, settings, listener, executor, launchedAt -> {});
    }

    /**
     * Opens a screen, and reports when the client was started.
     *
     * @param onLaunch called on the executor, before any frame, with the monotonic time read immediately before the
     *     client's start
     * @see #open(Viewer, ViewerTarget, ViewerSettings, FrameListener, Executor)
     */
    @SuppressWarnings("FutureReturnValueIgnored") // nothing depends on the clean-up
    public CompletableFuture<Screen> open(
            Viewer viewer,
            ViewerTarget target,
            ViewerSettings settings,
            FrameListener listener,
            Executor executor,
            LongConsumer onLaunch) {
        CompletableFuture<Screen> connected = new CompletableFuture<>();
        ViewerScreen screen = new ViewerScreen(
                viewer,
                target,
                settings,
                listener,
                new SerialExecutor(executor),
                x11,
                nanoTime,
                blocking,
                connected,
                onLaunch);
        running.add(screen);
        screen.gone().thenRun(() -> running.remove(screen));
        connected.whenComplete((opened, failure) -> {
            if (failure != null) {
                screen.close();
            }
        });
        if (closed) {
            connected.completeExceptionally(
                    new ScreenException(target + ": the screens are closed (expected: open before close)"));
        }
        blocking.execute(screen::start);
        return connected;
    }

    /**
     * Closes all screens, as by their own {@code close()}, and waits some seconds until all their processes have ended.
     */
    @Override
    public void close() {
        closed = true;
        for (ViewerScreen screen : running) {
            screen.close();
        }
        CompletableFuture<?>[] ends = running.stream().map(ViewerScreen::gone).toArray(CompletableFuture<?>[]::new);
        try {
            CompletableFuture.allOf(ends)
                    .orTimeout(END_SECONDS, TimeUnit.SECONDS)
                    .handle((nothing, late) -> {
                        if (late != null) {
                            LOG.error("viewers: {} have not ended within {} s", running.size(), END_SECONDS);
                        }
                        return late;
                    })
                    .join();
        } finally {
            blocking.shutdown();
        }
    }
}
