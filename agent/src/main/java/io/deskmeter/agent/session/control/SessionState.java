package io.deskmeter.agent.session.control;

/** The states of a session. */
public enum SessionState {
    /** Its desktop is being started. */
    STARTING,
    /** The screen is being connected; waits for a stable picture. */
    LOGGING_ON,
    /** The pause before an operation. */
    THINKING,
    /** The steps before an operation, unmeasured. */
    PREPARING,
    /** The condition is armed; input is being sent. */
    ACTING,
    /** All input is sent; waits for the condition. */
    WATCHING,
    /** Waits until the application has exited. */
    CLOSING_APP,
    /** The desktop is being ended. */
    ENDING,
    /** All iterations done. */
    FINISHED,
    /** Stopped on request. */
    STOPPED,
    /** The desktop was lost. */
    LOST,
    /** Could not be started, or an internal error. */
    FAILED
}
