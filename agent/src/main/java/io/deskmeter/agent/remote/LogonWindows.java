package io.deskmeter.agent.remote;

import io.deskmeter.agent.session.SessionContext;
import io.deskmeter.agent.session.handler.WindowHandlers;
import io.deskmeter.agent.session.result.Handled;
import io.deskmeter.agent.watch.landmark.ScreenMatcher;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Screen;
import io.deskmeter.workload.step.Handler;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Dismisses windows of a target during the logon of a session that its desktop agent drives. Used on the session's
 * executor only.
 */
final class LogonWindows implements AutoCloseable {
    private final ScreenMatcher screenMatcher;
    private final WindowHandlers windows;

    private LogonWindows(ScreenMatcher screenMatcher, WindowHandlers windows) {
        this.screenMatcher = screenMatcher;
        this.windows = windows;
    }

    /** Null for a target without handlers. */
    static @Nullable LogonWindows of(List<Handler> handlers, SessionContext context, Executor serial) {
        if (handlers.isEmpty()) {
            return null;
        }
        ScreenMatcher matcher = context.screenMatchers().get();
        return new LogonWindows(
                matcher, new WindowHandlers(handlers, matcher, context.timers(), context.nanoTime(), serial));
    }

    void connected(Screen screen) {
        windows.connected(screen);
    }

    void see(FrameUpdate update) {
        screenMatcher.see(update);
        windows.see(update);
    }

    boolean isOpen() {
        return windows.isOpen();
    }

    /** Whether a window is in front because Deskmeter itself did not send the input for it. */
    boolean isStuck() {
        return windows.isStuck();
    }

    /** What was done since then. */
    Handled handled(long startedAt) {
        return windows.handled(startedAt);
    }

    @Override
    public void close() {
        windows.close();
        screenMatcher.close();
    }
}
