package io.deskmeter.bench;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs a task if the program is interrupted (SIGINT, SIGTERM) before this is closed. Thread-safe. */
public final class InterruptHook implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(InterruptHook.class);

    private final Thread hook;

    private InterruptHook(Thread hook) {
        this.hook = hook;
    }

    /**
     * Active until it is closed.
     *
     * @param name of the thread that runs it
     */
    public static InterruptHook of(String name, Runnable whenInterrupted) {
        InterruptHook guard = new InterruptHook(new Thread(whenInterrupted, name));
        Runtime.getRuntime().addShutdownHook(guard.hook);
        return guard;
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            LOG.debug("the program is ending: {}", e.toString());
        }
    }
}
