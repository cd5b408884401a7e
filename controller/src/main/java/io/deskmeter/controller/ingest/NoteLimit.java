package io.deskmeter.controller.ingest;

import java.util.HashMap;
import java.util.Map;

/**
 * Limits what agents add to the notes of a run, and to the log, by faults that they report: the first ones say what is
 * wrong, and an agent must not be able to fill either. Thread-safe.
 */
final class NoteLimit {
    /** Of one run or agent, since this process began. */
    static final int MOST = 20;

    /** Ids are the peers' own words: with more of them, the counts begin anew. */
    private static final int MOST_IDS = 1_000;

    private static final int LONGEST_ID = 64;

    private final Map<String, Integer> counts = new HashMap<>();

    /** Whether one more is noted. */
    synchronized boolean mayAdd(String id) {
        String counted = id.substring(0, Math.min(LONGEST_ID, id.length()));
        if (counts.size() >= MOST_IDS && !counts.containsKey(counted)) {
            counts.clear();
        }
        return counts.merge(counted, 1, Integer::sum) <= MOST;
    }
}
