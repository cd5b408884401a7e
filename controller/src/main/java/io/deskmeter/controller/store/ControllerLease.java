package io.deskmeter.controller.store;

import io.deskmeter.controller.faults.ControllerThreads;
import io.deskmeter.controller.faults.InternalFaults;
import io.deskmeter.controller.run.RunJournal.JournalException;
import jakarta.annotation.PreDestroy;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * This controller's lease in the store. While it is renewed, no other controller touches this one's runs. All times are the database's, so the
 * clocks of the controllers do not matter. Thread-safe.
 */
@Component
public final class ControllerLease {
    private static final Logger log = LoggerFactory.getLogger(ControllerLease.class);

    /** How long a lease is valid without being renewed. */
    public static final Duration VALID = Duration.ofSeconds(60);

    private static final Duration RENEWAL = Duration.ofSeconds(10);

    /** In SQL: the ids of the controllers whose lease is valid. */
    static final String VALID_CONTROLLERS =
            "select id from controller where renewed_at >= current_timestamp - interval '" + VALID.toSeconds()
                    + "' second";

    private final JdbcClient jdbc;
    private final WriteTransactions writes;
    private final ControllerIdentity identity;
    private final StoreLocation location;
    private final ScheduledExecutorService timer;

    ControllerLease(
            JdbcClient jdbc,
            WriteTransactions writes,
            ControllerIdentity identity,
            StoreLocation location,
            InternalFaults faults) {
        this.jdbc = jdbc;
        this.writes = writes;
        this.identity = identity;
        this.location = location;
        this.timer = ControllerThreads.timers("lease", faults);
    }

    /**
     * Takes the lease and keeps it until {@link #release}. An embedded store has no other controller, and needs none. What a killed process of the same data folder left is taken over: the lock of the folder proves
     * that it has ended.
     *
     * @param tasks what else is to be done after each renewal, on the same thread
     * @throws LeaseException where another data folder with the same identity is in use
     */
    public void take(Runnable tasks) throws LeaseException {
        if (!location.shared()) {
            return;
        }
        requireOneFolder();
        writes.run(() -> {
            jdbc.sql("delete from controller where id = :id")
                    .param("id", identity.id())
                    .update();
            jdbc.sql(
                            "insert into controller (id, instance, name, renewed_at) values (:id, :instance, :name, current_timestamp)")
                    .param("id", identity.id())
                    .param("instance", identity.instance())
                    .param("name", identity.name())
                    .update();
        });
        Future<?> unused = timer.scheduleWithFixedDelay(
                () -> renew(tasks), RENEWAL.toMillis(), RENEWAL.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Another data folder with this identity is a copy of this one, or the original. */
    private void requireOneFolder() throws LeaseException {
        Optional<String> other = jdbc.sql("select name from controller where id = :id and name <> :name and id in ("
                        + VALID_CONTROLLERS + ")")
                .param("id", identity.id())
                .param("name", identity.name())
                .query(String.class)
                .optional();
        if (other.isPresent()) {
            throw new LeaseException("store: the controller " + other.get() + " has the same identity as this one, "
                    + identity.name()
                    + " (expected: one data folder for each controller; hint: in a copied data folder, delete"
                    + " controller.id)");
        }
    }

    private void renew(Runnable tasks) {
        try {
            int renewed = writes.call(() -> jdbc.sql(
                            "update controller set renewed_at = current_timestamp where id = :id and instance = :instance")
                    .param("id", identity.id())
                    .param("instance", identity.instance())
                    .update());
            if (renewed == 0) {
                log.error(
                        "store: the lease of this controller, {}, was taken by another process (expected: one data folder for each"
                                + " controller)",
                        identity.name());
                return;
            }
            tasks.run();
        } catch (JournalException | DataAccessException e) {
            log.error("store: the lease is not renewed: {}; retrying in {} s", e.getMessage(), RENEWAL.toSeconds());
        }
    }

    /** The name of the controller that a run belongs to where that is another one; empty for runs of this one. */
    public Optional<String> otherOwner(String runId) {
        return jdbc.sql("select coalesce(c.name, r.controller) from run r left join controller c on c.id = r.controller"
                        + " where r.id = :run and r.controller <> :me")
                .param("run", runId)
                .param("me", identity.id())
                .query(String.class)
                .optional();
    }

    /** Gives the lease up at an orderly end: another controller need not wait until it has expired. */
    @PreDestroy
    void release() {
        timer.shutdownNow();
        if (!location.shared()) {
            return;
        }
        try {
            writes.run(() -> jdbc.sql("delete from controller where id = :id and instance = :instance")
                    .param("id", identity.id())
                    .param("instance", identity.instance())
                    .update());
        } catch (RuntimeException e) {
            log.warn("store: the lease is not given up: {}; it expires in {} s", e.getMessage(), VALID.toSeconds());
        }
    }

    /** The lease cannot be taken; the message is for people. */
    public static final class LeaseException extends Exception {
        private static final long serialVersionUID = 1L;

        LeaseException(String message) {
            super(message);
        }
    }
}
