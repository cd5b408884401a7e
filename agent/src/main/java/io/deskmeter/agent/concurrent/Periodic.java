package io.deskmeter.agent.concurrent;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tasks that run again and again. */
public final class Periodic {
    private static final Logger LOG = LoggerFactory.getLogger(Periodic.class);

    private Periodic() {}

    /** A periodic task that throws is never run again, silently; so this one does not throw. */
    public static Runnable guarded(Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (RuntimeException e) {
                LOG.error("a periodic task failed", e);
            }
        };
    }
}
