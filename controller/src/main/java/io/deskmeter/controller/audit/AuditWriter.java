package io.deskmeter.controller.audit;

import io.deskmeter.controller.faults.ControllerThreads;
import io.deskmeter.controller.faults.InternalFaults;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/**
 * Writes the entries that belong to no change in the store, as those of refusals and of the end of a run. A request
 * waits a moment for its entry, so that it can usually be read afterwards; a store that does not answer does not keep
 * it from being answered, and gets the entry when it answers again. Thread-safe.
 */
@Component
public final class AuditWriter implements DisposableBean {
    private static final Logger LOG = LoggerFactory.getLogger(AuditWriter.class);
    private static final Duration PATIENCE = Duration.ofMillis(500);
    private static final Duration READER_PATIENCE = Duration.ofSeconds(5);
    private static final Duration AGAIN_AFTER = Duration.ofSeconds(2);
    /** About ten minutes. */
    private static final int TRIES = 300;

    private static final int MOST_WAITING = 10_000;

    private final AuditStore store;
    private final ExecutorService executor;
    private final AtomicInteger waiting = new AtomicInteger();

    AuditWriter(AuditStore store, InternalFaults faults) {
        this.store = store;
        this.executor = ControllerThreads.single("audit", faults);
    }

    /** Writes an entry, now or later. */
    public void write(AuditEntry entry) {
        if (waiting.incrementAndGet() > MOST_WAITING) {
            waiting.decrementAndGet();
            notWritten(entry, MOST_WAITING + " entries wait already");
            return;
        }
        try {
            Future<?> written = executor.submit(() -> tryAgainAndAgain(entry));
            written.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            LOG.debug("audit: an entry is written later");
        } catch (RejectedExecutionException | ExecutionException e) {
            notWritten(entry, String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Waits until the entries of all requests that have been answered are written, or for five seconds: so long a store
     * that fails may keep a reader.
     */
    public void awaitWritten() {
        try {
            executor.submit(() -> {}).get(READER_PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | RejectedExecutionException | ExecutionException e) {
            LOG.debug("audit: {} entries are not written yet", waiting.get());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void tryAgainAndAgain(AuditEntry entry) {
        try {
            for (int tries = 1; ; tries++) {
                try {
                    store.add(entry);
                    return;
                } catch (RuntimeException e) {
                    if (tries == TRIES) {
                        notWritten(entry, String.valueOf(e.getMessage()));
                        return;
                    }
                }
                Thread.sleep(AGAIN_AFTER.toMillis());
            }
        } catch (InterruptedException e) {
            notWritten(entry, "the controller ends");
            Thread.currentThread().interrupt();
        } finally {
            waiting.decrementAndGet();
        }
    }

    /** What was done is done; the log of the program is what remains. */
    private static void notWritten(AuditEntry entry, String why) {
        LOG.error(
                "audit: {} of {} from {}, {}: {} {}: not written: {} (expected: a store that can be written)",
                entry.action(),
                entry.who(),
                entry.address(),
                entry.outcome().word(),
                entry.target(),
                entry.detail(),
                why);
    }

    @Override
    public void destroy() {
        executor.shutdownNow();
    }
}
