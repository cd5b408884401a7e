package io.deskmeter.controller.run.machine;

/** The events of the run state machine. */
public enum RunEvent {
    /** The run can start. */
    START,
    /** Agents that have the workloads, and room for the sessions, are reserved for the run. */
    AGENTS_FOUND,
    /** An agent did not reconnect in time, reconnected as a new process, or ended the run by itself. */
    AGENT_LOST,
    /** Every live session has finished its warm-up iterations. */
    ALL_WARMED_UP,
    /** Every live session has completed the iterations that count. */
    ALL_COUNTED,
    /** A brief load point has failed already, whatever is measured later. */
    SURELY_FAILED,
    /** Every timing of the iterations that count is stored. */
    ALL_STORED,
    /** The load point has its verdict. */
    JUDGED,
    /** The surplus sessions have stopped. */
    SURPLUS_STOPPED,
    /** The platform cannot carry the load point: logons were refused, sessions were lost, or it took too long. */
    POINT_FAILED,
    /** The search requests another load point: with more, fewer, or the same number of sessions. */
    MEASURE,
    /** The search requests an extension of the load point. */
    EXTEND,
    /** The search has found the capacity. */
    SEARCH_DONE,
    /** The time budget of the search has passed during a load point. */
    BUDGET_SPENT,
    /**
     * A load point that had passed has failed after all, as a loss in its window was told late: a load that stops at
     * the first failure has its answer.
     */
    EARLIER_POINT_FAILED,
    /** All sessions of the run are lost or failed, and no smaller load is left to be tried. */
    NO_SESSIONS_LEFT,
    /** Every session has stopped. */
    ALL_STOPPED,
    /** Every remaining agent has reported that it has cleaned up. */
    AGENTS_DONE,
    /** The time for late timings after {@link #AGENTS_DONE} has passed. */
    LATE_TIMINGS_OVER,
    /** A state exceeded its time limit because of a harness error, or with nothing left to measure. */
    DEADLINE,
    /** The store refused a write. */
    STORE_FAILED,
    /** A user stops the run after the current operations. */
    STOP,
    /** A user aborts the run. */
    ABORT,
    /** The controller was restarted and finds the run unfinished. */
    RESTARTED,
    /** Written down: ended as planned. */
    COMPLETED,
    /** Written down: the figures must not be used. */
    INVALIDATED,
    /** Written down: could not be done. */
    GIVEN_UP,
    /** Written down: ended on request. */
    ENDED_ON_REQUEST
}
