package io.deskmeter.agent.concurrent;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs the exceptions of tasks whose futures are not read, such as periodic tasks of a scheduled executor. */
public final class GuardedTasks {
    private static final Logger LOG = LoggerFactory.getLogger(GuardedTasks.class);

    private GuardedTasks() {}

    /** A periodic task that throws, be it an {@link Error}, is never run again, silently; so this one does not throw. */
    public static Runnable guarded(Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (Throwable e) {
                LOG.error("a background task failed", e);
            }
        };
    }
}
