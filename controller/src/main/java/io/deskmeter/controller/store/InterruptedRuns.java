package io.deskmeter.controller.store;

import io.deskmeter.controller.run.RunTransitions;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Marks runs that the store lists as active at the start of the controller as interrupted. */
@Component
public final class InterruptedRuns {
    private static final Logger log = LoggerFactory.getLogger(InterruptedRuns.class);

    private final RunQueries queries;
    private final RunStore store;
    private final InstantSource wall;

    InterruptedRuns(RunQueries queries, RunStore store, InstantSource wall) {
        this.queries = queries;
        this.store = store;
        this.wall = wall;
    }

    /** Marks unfinished runs; returns their number. */
    public int interrupt() {
        int runs = 0;
        for (RunRow run : queries.unfinished()) {
            String reason =
                    "the controller ended while the run was " + run.state().label();
            store.interrupted(run.id(), RunTransitions.afterRestart(run.state()), wall.instant(), reason);
            log.warn("run {}: {}", run.id(), reason);
            runs++;
        }
        return runs;
    }
}
