package io.deskmeter.controller.store.run;

import io.deskmeter.controller.faults.ControllerThreads;
import io.deskmeter.controller.faults.InternalFaults;
import io.deskmeter.controller.point.PointRecord;
import io.deskmeter.controller.run.fact.RunCounts;
import io.deskmeter.controller.run.fact.RunState;
import io.deskmeter.controller.run.fact.SessionFact;
import io.deskmeter.controller.run.port.AgentPort;
import io.deskmeter.controller.run.port.RunJournal;
import io.deskmeter.controller.store.engine.StoreWatch;
import io.deskmeter.controller.store.lease.NotOwnedException;
import io.deskmeter.measure.search.Capacity;
import io.deskmeter.measure.validity.ValidityCheck;
import jakarta.annotation.PreDestroy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * The journal of runs for their mailbox, which never waits long for the store. How a run has ended is stored later
 * where it cannot be stored at once. Thread-safe.
 */
@Component
public final class BoundedJournal implements RunJournal {
    private static final Logger LOG = LoggerFactory.getLogger(BoundedJournal.class);
    private static final Duration RETRY = Duration.ofSeconds(2);

    private final RunStore store;
    private final BoundedWrites writes;
    private final StoreWatch watch;
    private final SessionOwners owners;
    /** By run. */
    private final Map<String, Runnable> unstoredEnds = new ConcurrentHashMap<>();

    private final ScheduledExecutorService timer;

    BoundedJournal(
            RunStore store, BoundedWrites writes, StoreWatch watch, SessionOwners owners, InternalFaults faults) {
        this.store = store;
        this.writes = writes;
        this.watch = watch;
        this.owners = owners;
        this.timer = ControllerThreads.timers("unstored-ends", faults);
        Future<?> unused = timer.scheduleWithFixedDelay(
                this::storeEnds, RETRY.toMillis(), RETRY.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void state(String runId, StageProgress left, RunState state, Instant at) {
        writes.run(() -> store.state(runId, left, state, at));
    }

    @Override
    public void note(String runId, StageNote note) {
        writes.run(() -> store.note(runId, note));
    }

    @Override
    public void agent(String runId, AgentPort.Reserved agent) {
        writes.run(() -> store.agent(runId, agent));
        owners.works(runId, agent.id());
    }

    @Override
    public void session(String runId, int session, int position, String agent, Instant at) {
        writes.run(() -> store.session(runId, session, position, agent, at));
        owners.begins(runId, session, agent);
    }

    @Override
    public void session(String runId, SessionFact fact) {
        writes.run(() -> store.session(runId, fact));
    }

    @Override
    public void loadPoint(String runId, PointRecord point) {
        writes.run(() -> store.loadPoint(runId, point));
    }

    @Override
    public void validity(String runId, List<ValidityCheck> checks) {
        writes.run(() -> store.validity(runId, checks));
    }

    @Override
    public void ended(
            String runId,
            RunState state,
            Instant at,
            List<String> reasons,
            @Nullable Capacity capacity,
            RunCounts counts) {
        Runnable end = () -> store.ended(runId, state, at, reasons, capacity, counts);
        try {
            writes.run(end);
            unstoredEnds.remove(runId);
        } catch (JournalException e) {
            if (!(e.getCause() instanceof NotOwnedException)) {
                unstoredEnds.put(runId, end);
            }
            throw e;
        }
    }

    private void storeEnds() {
        if (watch.silence().isPresent()) {
            return;
        }
        for (Map.Entry<String, Runnable> one : Map.copyOf(unstoredEnds).entrySet()) {
            try {
                writes.run(one.getValue());
                LOG.info("run {}: how it has ended is stored now", one.getKey());
                unstoredEnds.remove(one.getKey(), one.getValue());
            } catch (JournalException e) {
                if (!(e.getCause() instanceof NotOwnedException)) {
                    return;
                }
                // Stored by the attempt whose outcome was not known, or ended by another controller.
                LOG.warn("run {}: how it has ended is stored already", one.getKey());
                unstoredEnds.remove(one.getKey(), one.getValue());
            }
        }
    }

    @PreDestroy
    void close() {
        timer.shutdownNow();
        storeEnds();
    }
}
