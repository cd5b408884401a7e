package io.deskmeter.controller.run;

/** What moves a run from state to state. */
public enum RunEvent {
    /** The run may begin. */
    START,
    /** Agents that have the workloads, and room for the sessions, are reserved for the run. */
    AGENTS_FOUND,
    /** An agent did not come back in time, came back as a new process, or ended the run by itself. */
    AGENT_LOST,
    /** Every live session has done its warm-up. */
    ALL_WARM,
    /** Every live session has worked the iterations that count. */
    ALL_COUNTED,
    /** Every timing of the iterations that count is stored. */
    ALL_STORED,
    /** The load point has its verdict. */
    JUDGED,
    /** The sessions that a load point has too many have stopped. */
    SURPLUS_OUT,
    /** The platform does not carry the load point: logons were refused, sessions were lost, or it took too long. */
    POINT_FAILED,
    /** The search wants another load point: with more sessions, fewer, or as many. */
    MEASURE,
    /** The search wants the same load point measured longer. */
    EXTEND,
    /** The search has its answer. */
    SEARCH_DONE,
    /** All sessions of the run are lost or failed, and no smaller load is left to be tried. */
    NOBODY_LEFT,
    /** Every session has stopped. */
    ALL_OUT,
    /** Every agent that is left says that nothing of the run is left on its machine. */
    CREW_DONE,
    /** The time for stragglers' timings after {@link #CREW_DONE} is over. */
    QUIET,
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
