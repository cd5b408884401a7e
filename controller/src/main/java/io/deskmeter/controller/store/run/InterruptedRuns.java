package io.deskmeter.controller.store.run;

import io.deskmeter.controller.run.machine.RunTransitions;
import io.deskmeter.controller.store.lease.RunOwnership;
import java.time.InstantSource;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Ends runs whose controller has ended: this one's at its start, those of others when their lease has expired.
 * Thread-safe.
 */
@Component
public final class InterruptedRuns {
    private static final Logger LOG = LoggerFactory.getLogger(InterruptedRuns.class);

    private final RunQueries queries;
    private final RunStore store;
    private final RunOwnership ownership;
    private final InstantSource wall;

    public InterruptedRuns(RunQueries queries, RunStore store, RunOwnership ownership, InstantSource wall) {
        this.queries = queries;
        this.store = store;
        this.ownership = ownership;
        this.wall = wall;
    }

    /** Ends the unfinished runs of this controller; returns how many there were. */
    public int interrupt() {
        ownership.adopt();
        int runs = 0;
        for (String id : ownership.unfinished()) {
            if (ownership.renew(id) && interrupt(id, "the controller ended while the run was ")) {
                runs++;
            }
        }
        return runs;
    }

    /** Ends the unfinished runs of controllers without a valid lease; returns how many there were. */
    public int interruptExpired() {
        int runs = 0;
        for (String id : ownership.expired()) {
            String owner = ownership.ownerName(id);
            if (ownership.takeOver(id)
                    && interrupt(id, "the lease of the controller " + owner + " expired while the run was ")) {
                runs++;
            }
        }
        return runs;
    }

    private boolean interrupt(String id, String why) {
        Optional<RunRow> run = queries.run(id);
        if (run.isEmpty()) {
            return false;
        }
        String reason = why + run.get().state().label();
        store.interrupted(id, RunTransitions.afterRestart(run.get().state()), wall.instant(), reason);
        LOG.warn("run {}: {}", id, reason);
        return true;
    }
}
