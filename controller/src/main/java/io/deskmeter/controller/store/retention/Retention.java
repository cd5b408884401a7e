package io.deskmeter.controller.store.retention;

import io.deskmeter.controller.faults.ControllerThreads;
import io.deskmeter.controller.faults.InternalFaults;
import io.deskmeter.controller.run.ActiveRuns;
import io.deskmeter.controller.store.engine.StoreEngine;
import jakarta.annotation.PreDestroy;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * Deletes runs on request and by rule. All of that is done on one thread while no run goes on, for it keeps the disk
 * busy; it begins anew when the last run has ended, at a start, and every hour. The store's file becomes smaller at the
 * next start: see {@link io.deskmeter.controller.store.engine.H2Engine}. Thread-safe.
 */
@Component
public final class Retention {
    private static final Logger LOG = LoggerFactory.getLogger(Retention.class);

    private final ActiveRuns runs;
    private final RunDeletion deletion;
    private final RetentionStore rules;
    private final DiskUsage disk;
    private final StoreEngine engine;
    private final InstantSource wall;
    private final Duration every;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final ScheduledExecutorService worker;
    private final AtomicInteger held = new AtomicInteger();
    /** How many exports there are of each run. */
    private final Map<String, Integer> exported = new ConcurrentHashMap<>();

    @Autowired
    Retention(
            ActiveRuns runs,
            RunDeletion deletion,
            RetentionStore rules,
            DiskUsage disk,
            StoreEngine engine,
            InstantSource wall,
            InternalFaults faults) {
        this(runs, deletion, rules, disk, engine, wall, faults, Duration.ofHours(1));
    }

    /** @param every time after which it begins anew */
    Retention(
            ActiveRuns runs,
            RunDeletion deletion,
            RetentionStore rules,
            DiskUsage disk,
            StoreEngine engine,
            InstantSource wall,
            InternalFaults faults,
            Duration every) {
        this.worker = ControllerThreads.timers("retention", faults);
        this.every = every;
        this.runs = runs;
        this.deletion = deletion;
        this.rules = rules;
        this.disk = disk;
        this.engine = engine;
        this.wall = wall;
        runs.listen(snapshot -> {
            if (snapshot.ended()) {
                worker.execute(this::work);
            }
        });
    }

    /** Called when a run has been deleted, or has come from a file; must not block. */
    public void listen(Runnable listener) {
        listeners.add(listener);
    }

    /** No run is active at the start. */
    @EventListener(ApplicationReadyEvent.class)
    void started() {
        worker.execute(() -> {
            try {
                deletion.removeLeftFolders();
            } catch (IOException e) {
                LOG.warn("leftovers of deleted runs could not be removed: {}", e.toString());
            }
        });
        Future<?> unused = worker.scheduleWithFixedDelay(this::work, 0, every.toMillis(), TimeUnit.MILLISECONDS);
    }

    /**
     * Deletes a finished run that is not pinned: it is invisible when this returns. Returns whether there is such a
     * run.
     */
    public boolean delete(String runId) {
        boolean marked = mark(runId);
        worker.execute(this::work);
        return marked;
    }

    private boolean mark(String runId) {
        boolean marked = deletion.mark(runId);
        listeners.forEach(Runnable::run);
        return marked;
    }

    /**
     * A run has come from a file, or what came of it is to be removed.
     *
     * @param incomplete in the latter case
     */
    public void runArrived(boolean incomplete) {
        listeners.forEach(Runnable::run);
        if (incomplete && !worker.isShutdown()) {
            worker.execute(this::work);
        }
    }

    /** While a backup is made, the pictures that it has yet to read stay. Give it back with {@link #goOn()}. */
    public void hold() {
        held.incrementAndGet();
    }

    /** The opposite of {@link #hold()}. */
    public void goOn() {
        if (held.decrementAndGet() == 0 && !worker.isShutdown()) {
            worker.execute(this::work);
        }
    }

    /**
     * While a run is exported, it stays, and no other one: whoever may read a run could keep all of them by reading
     * slowly. Give it back with {@link #goOn(String)}.
     */
    public void hold(String runId) {
        exported.merge(runId, 1, Integer::sum);
    }

    /** The opposite of {@link #hold(String)}. */
    public void goOn(String runId) {
        boolean last =
                exported.computeIfPresent(runId, (same, exports) -> exports == 1 ? null : (Integer) (exports - 1))
                        == null;
        if (last && !worker.isShutdown()) {
            worker.execute(this::work);
        }
    }

    /** Sets the rules; they are applied at once. */
    public void keep(RetentionRules next) {
        rules.save(next);
        worker.execute(this::work);
    }

    /** The runs that rules would delete now. */
    public List<RunDiskUsage> expired(RetentionRules asked) {
        return asked.equals(RetentionRules.NONE)
                ? List.of()
                : asked.expired(disk.now().runs(), wall.instant());
    }

    private boolean idle() {
        return held.get() == 0 && runs.all().isEmpty() && !worker.isShutdown();
    }

    /** What is not expected here is reported by the thread, and the next hour comes. */
    private void work() {
        try {
            engine.force();
            expired(rules.rules()).forEach(run -> {
                LOG.info("run {} is deleted by the rules of retention", run.id());
                mark(run.id());
            });
            for (String run : deletion.marked()) {
                // An export that begins from now on does not find the run.
                if (exported.containsKey(run)) {
                    continue;
                }
                if (!idle() || !deletion.remove(run, this::idle)) {
                    return;
                }
            }
        } catch (IOException | RuntimeException e) {
            LOG.error("deleted runs could not be removed: {}; retrying within an hour", e.toString());
        }
    }

    @PreDestroy
    void close() throws InterruptedException {
        worker.shutdown();
        // What is in the middle ends at its next step; the store is closed after it.
        if (!worker.awaitTermination(10, TimeUnit.SECONDS)) {
            LOG.warn("the deletion continues at the next start");
        }
    }
}
