package io.deskmeter.agent.session;

import io.deskmeter.agent.evidence.FrameRecorders;
import io.deskmeter.agent.pause.Pauses;
import io.deskmeter.agent.session.desktop.SessionDesktops;
import io.deskmeter.agent.watch.landmark.ScreenMatcher;
import io.deskmeter.agent.watch.probe.Probing;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Shared by all sessions.
 *
 * @param sessionDesktops starts the desktops of sessions
 * @param screenMatchers creates the screen matcher of a session
 * @param frameRecorders creates the frame recorder of a session
 * @param pool shared by all sessions for tasks that do not block
 * @param blocking for tasks that do: starts of desktops
 * @param cleanUp for ends of desktops, which may take as long as a logoff; they never delay a start
 * @param timers shared
 * @param nanoTime monotonic; the clock of every instant in a timing, also of the screens' arrival times
 * @param wall labels only
 * @param probing whether quiet screens are probed
 * @param pauses when this agent stood still
 */
public record SessionContext(
        SessionDesktops sessionDesktops,
        Supplier<ScreenMatcher> screenMatchers,
        FrameRecorders frameRecorders,
        Executor pool,
        Executor blocking,
        Executor cleanUp,
        ScheduledExecutorService timers,
        LongSupplier nanoTime,
        InstantSource wall,
        Probing probing,
        Pauses pauses) {

    /** With one executor for starts and ends of desktops, in a process that does not watch itself. */
    public SessionContext(
            SessionDesktops sessionDesktops,
            Supplier<ScreenMatcher> screenMatchers,
            FrameRecorders frameRecorders,
            Executor pool,
            Executor blocking,
            ScheduledExecutorService timers,
            LongSupplier nanoTime,
            InstantSource wall,
            Probing probing) {
        this(
                sessionDesktops,
                screenMatchers,
                frameRecorders,
                pool,
                blocking,
                blocking,
                timers,
                nanoTime,
                wall,
                probing,
                Pauses.NONE);
    }

    /**
     * The same with something around each screen matcher.
     *
     * @param around from the matcher to the one that a session uses
     */
    public SessionContext seenBy(UnaryOperator<ScreenMatcher> around) {
        return new SessionContext(
                sessionDesktops,
                () -> around.apply(screenMatchers.get()),
                frameRecorders,
                pool,
                blocking,
                cleanUp,
                timers,
                nanoTime,
                wall,
                probing,
                pauses);
    }

    /** The same with other session desktops. */
    public SessionContext at(SessionDesktops elsewhere) {
        return new SessionContext(
                elsewhere,
                screenMatchers,
                frameRecorders,
                pool,
                blocking,
                cleanUp,
                timers,
                nanoTime,
                wall,
                probing,
                pauses);
    }
}
