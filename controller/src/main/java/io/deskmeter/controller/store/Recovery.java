package io.deskmeter.controller.store;

import io.deskmeter.controller.run.RunTable;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** At the start of a controller no run can be on its way: what the store says otherwise was interrupted. */
@Component
public final class Recovery {
    private static final Logger log = LoggerFactory.getLogger(Recovery.class);

    private final RunQueries queries;
    private final RunStore store;
    private final InstantSource wall;

    Recovery(RunQueries queries, RunStore store, InstantSource wall) {
        this.queries = queries;
        this.store = store;
        this.wall = wall;
    }

    /** Marks unfinished runs; returns how many there were. */
    public int interrupt() {
        int runs = 0;
        for (RunRow run : queries.unfinished()) {
            String reason =
                    "the controller ended while the run was " + run.state().label();
            store.interrupted(run.id(), RunTable.afterRestart(run.state()), wall.instant(), reason);
            log.warn("run {}: {}", run.id(), reason);
            runs++;
        }
        return runs;
    }
}
