package io.deskmeter.agent.concurrent;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs the exceptions of tasks whose futures are not read, such as periodic tasks of a scheduled executor. */
public final class GuardedTasks {
    private static final Logger LOG = LoggerFactory.getLogger(GuardedTasks.class);

    private GuardedTasks() {}

    /** An executor stops a periodic task that throws, even an {@link Error}, without a message; so this task does not throw. */
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
