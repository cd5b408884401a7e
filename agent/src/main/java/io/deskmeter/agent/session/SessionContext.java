package io.deskmeter.agent.session;

import io.deskmeter.agent.evidence.FrameRecorders;
import io.deskmeter.agent.watch.Probing;
import io.deskmeter.agent.watch.ScreenMatcher;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Shared by all sessions.
 *
 * @param sessionDesktops starts the desktops of sessions
 * @param screenMatchers creates the screen matcher of a session
 * @param frameRecorders creates the frame recorder of a session
 * @param pool shared by all sessions for tasks that do not block
 * @param blocking for tasks that do: starts and ends of desktops and programs, content on disk
 * @param timers shared
 * @param nanoTime monotonic; the clock of every instant in a timing, also of the screens' arrival times
 * @param wall labels only
 * @param probing whether quiet screens are probed
 */
public record SessionContext(
        SessionDesktops sessionDesktops,
        Supplier<ScreenMatcher> screenMatchers,
        FrameRecorders frameRecorders,
        Executor pool,
        Executor blocking,
        ScheduledExecutorService timers,
        LongSupplier nanoTime,
        InstantSource wall,
        Probing probing) {

    /** The same with other session desktops. */
    public SessionContext at(SessionDesktops elsewhere) {
        return new SessionContext(
                elsewhere, screenMatchers, frameRecorders, pool, blocking, timers, nanoTime, wall, probing);
    }
}
