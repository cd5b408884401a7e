package io.deskmeter.bench;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends the programs of a benchmark also when it is interrupted (SIGINT, SIGTERM). Thread-safe. */
public final class CleanupHook implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CleanupHook.class);

    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private final InterruptHook guard;

    /** @param last closed last */
    public CleanupHook(AutoCloseable last) {
        open.push(last);
        guard = InterruptHook.of("clean-up", this::closeAll);
    }

    /** Closes it at the end at the latest; its close() must be idempotent. */
    public synchronized <T extends AutoCloseable> T guard(T resource) {
        open.push(resource);
        return resource;
    }

    private synchronized void closeAll() {
        while (!open.isEmpty()) {
            try {
                open.pop().close();
            } catch (Exception e) {
                LOG.warn("clean-up: {}", e.toString());
            }
        }
    }

    @Override
    public void close() {
        closeAll();
        guard.close();
    }
}
