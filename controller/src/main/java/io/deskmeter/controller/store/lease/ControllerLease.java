package io.deskmeter.controller.store.lease;

import io.deskmeter.controller.faults.ControllerThreads;
import io.deskmeter.controller.faults.InternalFaults;
import io.deskmeter.controller.run.ActiveRuns;
import io.deskmeter.controller.run.machine.RunStateMachine;
import io.deskmeter.controller.run.port.RunJournal.JournalException;
import io.deskmeter.controller.store.engine.ControlConnections;
import io.deskmeter.controller.store.engine.StoreLocation;
import io.deskmeter.controller.store.engine.WriteTransactions;
import jakarta.annotation.PreDestroy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.flywaydb.core.api.MigrationVersion;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * This controller's lease in a shared store. While it is renewed, no other controller touches this one's runs. In the
 * store all times are the database's, so the clocks of the controllers do not matter; here the monotonic clock counts
 * from before each renewal is asked for, so that this controller's view of its lease is never younger than the store's.
 *
 * <p>Without a lease this controller ends its runs: when it could not renew it for {@link #TERM}, which is before
 * another one may take them over; for good when another process has its place; or a later version has changed its
 * tables; and single runs that another one has. Thread-safe.
 */
@Component
public final class ControllerLease {
    private static final Logger LOG = LoggerFactory.getLogger(ControllerLease.class);

    /** How long a lease is valid for others without being renewed. */
    public static final Duration VALID = Duration.ofSeconds(60);

    /** How long it is valid for its holder: sessions take time to end. */
    public static final Duration TERM = Duration.ofSeconds(40);

    private static final Duration RENEWAL = Duration.ofSeconds(10);
    private static final Duration WATCH = Duration.ofSeconds(1);

    /** In SQL: the ids of the controllers whose lease is valid. */
    public static final String VALID_CONTROLLERS =
            "select id from controller where renewed_at >= current_timestamp - interval '" + VALID.toSeconds()
                    + "' second";

    private final JdbcClient jdbc;
    private final WriteTransactions writes;
    private final ControlConnections control;
    private final ControllerIdentity identity;
    private final StoreLocation location;
    private final SchemaRange schemas;
    private final ActiveRuns runs;
    private final LongSupplier nanoTime;
    private final ScheduledExecutorService timer;
    /** Of its own: a renewal may be waiting for the store. */
    private final ScheduledExecutorService watch;

    private final AtomicBoolean expired = new AtomicBoolean();
    private volatile long renewedAt;
    private volatile @Nullable String lost;

    ControllerLease(
            JdbcClient jdbc,
            WriteTransactions writes,
            ControlConnections control,
            ControllerIdentity identity,
            StoreLocation location,
            SchemaRange schemas,
            ActiveRuns runs,
            LongSupplier nanoTime,
            InternalFaults faults) {
        this.jdbc = jdbc;
        this.writes = writes;
        this.control = control;
        this.identity = identity;
        this.location = location;
        this.schemas = schemas;
        this.runs = runs;
        this.nanoTime = nanoTime;
        this.renewedAt = nanoTime.getAsLong();
        this.timer = ControllerThreads.timers("lease", faults);
        this.watch = ControllerThreads.timers("lease-watch", faults);
    }

    /**
     * Takes the lease and keeps it until {@link #release}. An embedded store has no other controller, and needs none.
     * What a killed process of the same data folder left is taken over: the lock of the folder proves that it has
     * ended.
     *
     * @param tasks what else is to be done after each renewal, on the same thread
     * @throws LeaseException where another data folder with the same identity is in use
     */
    public void take(Runnable tasks) throws LeaseException {
        if (!location.shared()) {
            return;
        }
        requireOneFolder();
        long asked = nanoTime.getAsLong();
        writes.run(() -> {
            jdbc.sql("delete from controller where id = :id")
                    .param("id", identity.id())
                    .update();
            jdbc.sql("insert into controller (id, instance, name, renewed_at, schema_from, schema_to)"
                            + " values (:id, :instance, :name, current_timestamp, :from, :to)")
                    .param("id", identity.id())
                    .param("instance", identity.instance())
                    .param("name", identity.name())
                    .param("from", schemas.from().getVersion())
                    .param("to", schemas.to().getVersion())
                    .update();
        });
        renewedAt = asked;
        // Now no other one changes the tables; one may have before.
        Optional<String> later = laterSchema();
        if (later.isPresent()) {
            throw new LeaseException(later.get());
        }
        Future<?> unused = timer.scheduleWithFixedDelay(
                () -> renew(tasks), RENEWAL.toMillis(), RENEWAL.toMillis(), TimeUnit.MILLISECONDS);
        Future<?> unusedToo =
                watch.scheduleWithFixedDelay(this::look, WATCH.toMillis(), WATCH.toMillis(), TimeUnit.MILLISECONDS);
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

    void renew(Runnable tasks) {
        if (lost != null) {
            return;
        }
        try {
            long asked = nanoTime.getAsLong();
            int renewed = control.sql(
                            "update controller set renewed_at = current_timestamp where id = :id and instance = :instance")
                    .param("id", identity.id())
                    .param("instance", identity.instance())
                    .update();
            if (renewed == 0) {
                lose(
                        "the lease of this controller, " + identity.name()
                                + ", was taken by another process with the same identity, or the store was replaced (expected: one data folder"
                                + " for each controller; hint: in a cloned data folder, delete controller.id; then restart this controller)");
                return;
            }
            Optional<String> later = laterSchema();
            if (later.isPresent()) {
                lose(later.get());
                return;
            }
            renewedAt = asked;
            if (expired.compareAndSet(true, false)) {
                LOG.warn("store: the lease is renewed again; new runs can begin");
            }
            endForeignRuns();
            tasks.run();
        } catch (JournalException | DataAccessException e) {
            LOG.error("store: the lease is not renewed: {}; retrying in {} s", e.getMessage(), RENEWAL.toSeconds());
        }
    }

    /**
     * Another version has changed the tables: when this controller was suspended, or had no lease for another reason.
     */
    private Optional<String> laterSchema() {
        return control.sql(SchemaRange.CURRENT)
                .query(String.class)
                .optional()
                .flatMap(current -> schemas.refusal(MigrationVersion.fromVersion(current)));
    }

    /** For good: who is restarted finds out whether the other process is still there. */
    private void lose(String why) {
        lost = why;
        LOG.error("store: {}", why);
        runs.all().forEach(run -> run.leaseLost(why));
    }

    /** Runs of this process that the store says are not its own: they go on, or have been ended, elsewhere. */
    private void endForeignRuns() {
        // Each has its row before it is active.
        List<RunStateMachine> active = new ArrayList<>(runs.all());
        if (active.isEmpty()) {
            return;
        }
        Set<String> own = new HashSet<>(control.sql(
                        "select id from run where controller = :me and fence = :fence and id in (:active)")
                .param("me", identity.id())
                .param("fence", identity.instance())
                .param("active", active.stream().map(run -> run.plan().id()).toList())
                .query(String.class)
                .list());
        active.stream().filter(run -> !own.contains(run.plan().id())).forEach(run -> {
            String why = "run " + run.plan().id() + " was taken by another controller";
            LOG.error("store: {}", why);
            run.leaseLost(why);
        });
    }

    /** Asks no store, which may be what does not answer. */
    void look() {
        if (lost == null && isTooOld() && expired.compareAndSet(false, true)) {
            LOG.error("store: {}", tooOld());
            runs.all().forEach(run -> run.leaseLost(tooOld()));
        }
    }

    private boolean isTooOld() {
        return location.shared() && nanoTime.getAsLong() - renewedAt > TERM.toNanos();
    }

    private String tooOld() {
        return "the lease of this controller, " + identity.name() + ", was not renewed for more than "
                + TERM.toSeconds() + " s, as the " + location.label()
                + " does not answer (expected: renewed every " + RENEWAL.toSeconds()
                + " s; hint: see its server's log)";
    }

    /** Why this controller may work on no run at present; empty if it may. */
    public Optional<String> refusal() {
        String forGood = lost;
        if (forGood != null) {
            return Optional.of(forGood);
        }
        return isTooOld() ? Optional.of(tooOld()) : Optional.empty();
    }

    /**
     * The name of the controller that a run belongs to where that is another one, or another process; empty for runs of
     * this one.
     */
    public Optional<String> otherOwner(String runId) {
        return jdbc.sql("select coalesce(c.name, r.controller) from run r left join controller c on c.id = r.controller"
                        + " where r.id = :run and (r.controller <> :me or r.fence <> :fence)")
                .param("run", runId)
                .param("me", identity.id())
                .param("fence", identity.instance())
                .query(String.class)
                .optional();
    }

    /** Gives the lease up at an orderly end: another controller need not wait until it has expired. */
    @PreDestroy
    void release() {
        timer.shutdownNow();
        watch.shutdownNow();
        if (!location.shared()) {
            return;
        }
        try {
            writes.run(() -> jdbc.sql("delete from controller where id = :id and instance = :instance")
                    .param("id", identity.id())
                    .param("instance", identity.instance())
                    .update());
        } catch (RuntimeException e) {
            LOG.warn("store: the lease is not given up: {}; it expires in {} s", e.getMessage(), VALID.toSeconds());
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
