package io.deskmeter.controller.ingest;

import java.util.HashMap;
import java.util.Map;

/** Limits what agents add to the notes of a run, and to the log, by faults that they report: the first ones say what is wrong, and an agent must not be able to fill either. Thread-safe. */
final class NoteLimit {
    /** Of one run, since this process began. */
    static final int MOST = 20;

    /** Ids of runs are the peers' own words: with more of them, the counts begin anew. */
    private static final int MOST_RUNS = 1_000;

    private static final int LONGEST_ID = 64;

    private final Map<String, Integer> counts = new HashMap<>();

    /** Whether one more is noted. */
    synchronized boolean mayAdd(String runId) {
        String run = runId.substring(0, Math.min(LONGEST_ID, runId.length()));
        if (counts.size() >= MOST_RUNS && !counts.containsKey(run)) {
            counts.clear();
        }
        return counts.merge(run, 1, Integer::sum) <= MOST;
    }
}
