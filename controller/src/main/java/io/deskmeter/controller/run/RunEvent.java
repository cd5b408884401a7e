package io.deskmeter.controller.run;

/** What moves a run from state to state. */
public enum RunEvent {
    /** The run may begin. */
    START,
    /** An agent that has the workloads is reserved for the run. */
    AGENT_FOUND,
    /** The agent's connection broke; it may come back. */
    AGENT_GONE,
    /** The same process of the agent is connected again. */
    AGENT_BACK,
    /** The agent did not come back in time, or came back as a new process. */
    AGENT_LOST,
    /** Every live session has done its warm-up. */
    ALL_WARM,
    /** Every live session has worked the iterations that count. */
    ALL_COUNTED,
    /** Every timing of the iterations that count is stored. */
    ALL_STORED,
    /** The sessions that a load point has too many have stopped. */
    SURPLUS_OUT,
    /** The search wants another load point: with more sessions, fewer, or as many. */
    MEASURE,
    /** The search wants the same load point measured longer. */
    EXTEND,
    /** The search has its answer. */
    SEARCH_DONE,
    /** All sessions of the run are lost or failed. */
    NOBODY_LEFT,
    /** Every session has stopped. */
    ALL_OUT,
    /** The agent says that nothing of the run is left on its machine. */
    AGENT_DONE,
    /** The time for stragglers' timings after {@link #AGENT_DONE} is over. */
    QUIET,
    /** A state took longer than it may. */
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
