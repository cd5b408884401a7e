package io.deskmeter.agent.session;

import io.deskmeter.agent.desktop.Desktop;
import io.deskmeter.agent.desktop.DesktopProvider;
import io.deskmeter.agent.evidence.FilmSource;
import io.deskmeter.agent.watch.Sight;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.Screen;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * All that sessions take from outside.
 *
 * @param desktops where desktops come from
 * @param screens how a desktop is seen
 * @param sights a new sight for every session
 * @param films what is kept of pictures
 * @param pool shared by all sessions for what does not block
 * @param blocking for what does: starts and ends of desktops and programs, content on disk
 * @param timers shared
 * @param nanoTime monotonic; the clock of every instant in a timing, also of the screens' arrival times
 * @param wall labels only
 */
public record Surroundings(
        DesktopProvider desktops,
        ScreenSource screens,
        Supplier<Sight> sights,
        FilmSource films,
        Executor pool,
        Executor blocking,
        ScheduledExecutorService timers,
        LongSupplier nanoTime,
        InstantSource wall) {

    /** How a desktop is seen. */
    public interface ScreenSource {
        /** Connects; the listener is called on the executor given. */
        CompletableFuture<Screen> connect(Desktop desktop, FrameListener listener, Executor executor);
    }
}
