package io.deskmeter.controller.run.view;

import io.deskmeter.controller.run.fact.SessionPhase;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A session as shown by REST.
 *
 * @param session from 0
 * @param agent where it lives
 * @param state label of its {@link SessionPhase}
 * @param iteration the one it works on, from 0; after its end how many it has done
 * @param detail for people, often empty
 * @param working the operation that it works on, {@code office/writer/save}; empty where nobody knows
 * @param workingSince when that began, a label
 * @param lastOperation the one that ended last; empty before the first
 * @param lastOutcome label of how that ended; empty before the first
 * @param lastMs its response, null unless ok
 * @param lastGroup A, B or C; empty before the first
 */
public record SessionView(
        int session,
        String agent,
        String state,
        int iteration,
        String detail,
        String working,
        @Nullable Instant workingSince,
        String lastOperation,
        String lastOutcome,
        @Nullable Double lastMs,
        String lastGroup) {

    /** A session with an unknown operation. */
    public SessionView(int session, String agent, String state, int iteration, String detail) {
        this(session, agent, state, iteration, detail, "", null, "", "", null, "");
    }

    /** Whether it has ended. */
    public boolean over() {
        return SessionPhase.of(state).over();
    }
}
