package io.deskmeter.agent.concurrent;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tasks that run where nobody hears of their end: again and again, or as a task of a scheduled executor. */
public final class Periodic {
    private static final Logger LOG = LoggerFactory.getLogger(Periodic.class);

    private Periodic() {}

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
