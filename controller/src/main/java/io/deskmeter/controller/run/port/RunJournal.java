package io.deskmeter.controller.run.port;

import io.deskmeter.controller.point.PointRecord;
import io.deskmeter.controller.run.fact.RunCounts;
import io.deskmeter.controller.run.fact.RunState;
import io.deskmeter.controller.run.fact.SessionFact;
import io.deskmeter.measure.search.Capacity;
import io.deskmeter.measure.validity.ValidityCheck;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Stores what must survive a restart of the controller. Every method may throw {@link JournalException}; then nothing
 * of the call is stored.
 */
public interface RunJournal {

    /**
     * The run has entered a state.
     *
     * @param left the progress of the previous state
     */
    void state(String runId, StageProgress left, RunState state, Instant at);

    /** A line for the stage log. */
    void note(String runId, StageNote note);

    /** The run has got an agent. */
    void agent(String runId, AgentPort.Reserved agent);

    /**
     * A session has been requested.
     *
     * @param position among the sessions of its load point
     */
    void session(String runId, int session, int position, String agent, Instant at);

    /** A session has entered a new phase. */
    void session(String runId, SessionFact fact);

    /** A load point has been judged, for the first time or, after an extension, again: replaces its stored record. */
    void loadPoint(String runId, PointRecord point);

    /** The validity checks of the run have been evaluated. */
    void validity(String runId, List<ValidityCheck> checks);

    /**
     * The run is over.
     *
     * @param reasons why it is not {@link RunState#FINISHED}, or remarks; may be empty
     * @param capacity where the search came to an end
     */
    void ended(
            String runId,
            RunState state,
            Instant at,
            List<String> reasons,
            @Nullable Capacity capacity,
            RunCounts counts);

    /**
     * A line of the stage log.
     *
     * @param at a label
     * @param state in which it happened
     * @param message for people
     * @param session that it refers to, −1 for none
     */
    record StageNote(Instant at, RunState state, String message, int session) {
        /** About no session. */
        public StageNote(Instant at, RunState state, String message) {
            this(at, state, message, NO_SESSION);
        }

        /** Stands for no session. */
        public static final int NO_SESSION = -1;
    }

    /**
     * The progress of a stage.
     *
     * @param done sessions that have reached what it waits for
     * @param of how many must
     * @param what {@code warmed up}, {@code measured}, {@code stopped}; empty if nothing is counted
     */
    record StageProgress(int done, int of, String what) {}

    /** The store has failed; the message is for display. */
    final class JournalException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public JournalException(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
