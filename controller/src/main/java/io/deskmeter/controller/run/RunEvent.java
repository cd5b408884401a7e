package io.deskmeter.controller.run;

/** The events of the run state machine. */
public enum RunEvent {
    /** The run may begin. */
    START,
    /** Agents that have the workloads, and room for the sessions, are reserved for the run. */
    AGENTS_FOUND,
    /** An agent did not reconnect in time, reconnected as a new process, or ended the run by itself. */
    AGENT_LOST,
    /** Every live session has finished its warm-up iterations. */
    ALL_WARMED_UP,
    /** Every live session has worked the iterations that count. */
    ALL_COUNTED,
    /** Every timing of the iterations that count is stored. */
    ALL_STORED,
    /** The load point has its verdict. */
    JUDGED,
    /** The surplus sessions have stopped. */
    SURPLUS_STOPPED,
    /** The platform does not carry the load point: logons were refused, sessions were lost, or it took too long. */
    POINT_FAILED,
    /** The search wants another load point: with more sessions, fewer, or as many. */
    MEASURE,
    /** The search wants the same load point measured longer. */
    EXTEND,
    /** The search has its answer. */
    SEARCH_DONE,
    /** The time budget of the search has passed during a load point. */
    BUDGET_SPENT,
    /** All sessions of the run are lost or failed, and no smaller load is left to be tried. */
    NO_SESSIONS_LEFT,
    /** Every session has stopped. */
    ALL_STOPPED,
    /** Every remaining agent has reported that it has cleaned up. */
    AGENTS_DONE,
    /** The time for late timings after {@link #AGENTS_DONE} has passed. */
    LATE_TIMINGS_OVER,
    /** A state took longer than it may, by a fault of the harness or with nothing left to measure. */
    DEADLINE,
    /** The store refused a write. */
    STORE_FAILED,
    /** Somebody wants the run to end after the current operations. */
    STOP,
    /** Somebody wants the run to end now. */
    ABORT,
    /** The controller was started anew and finds the run unfinished. */
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
