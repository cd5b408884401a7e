package io.deskmeter.agent.client;

import io.deskmeter.agent.client.outbox.Outbox;
import io.deskmeter.link.client.LinkClient;
import io.deskmeter.link.spool.SpoolException;
import io.deskmeter.link.spool.StoreSpools;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How an agent of either role ends: first its sessions, then the link, then what they used. Nothing here fails;
 * problems are logged.
 */
public final class AgentShutdown {
    private static final Logger LOG = LoggerFactory.getLogger(AgentShutdown.class);

    private AgentShutdown() {}

    /**
     * Waits for the end of the sessions.
     *
     * @param ended completes when all their processes have ended
     * @param within how long they may take; the remaining ones are ended with the agent's resources
     */
    public static void await(CompletableFuture<Void> ended, Duration within) {
        try {
            ended.get(within.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            LOG.warn("sessions did not end within {} s; their programs are ended now", within.toSeconds());
        } catch (ExecutionException e) {
            LOG.error("sessions ended with errors", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Sends what waits, if possible, keeps the rest on disk, and closes everything.
     *
     * @param sessions closes what creates sessions, when there is no link any more
     */
    public static void close(
            Outbox outbox, LinkClient link, Runnable sessions, AgentResources resources, StoreSpools spools) {
        outbox.flush();
        link.close();
        sessions.run();
        resources.close();
        close(spools);
    }

    /** Closes the spools; what is in them stays on disk. */
    public static void close(StoreSpools spools) {
        try {
            spools.close();
        } catch (SpoolException e) {
            LOG.error("spool: {}", e.getMessage());
        }
    }
}
