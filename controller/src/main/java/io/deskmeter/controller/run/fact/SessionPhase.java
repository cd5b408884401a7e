package io.deskmeter.controller.run.fact;

import java.util.Locale;

/** The phase of a session. */
public enum SessionPhase {
    /** The agent has received the command to start it. */
    ASKED,
    /** Its desktop starts. */
    STARTING,
    /** Its desktop can be used. */
    READY,
    /** It works. */
    WORKING,
    /** It has worked all its iterations. */
    FINISHED,
    /** It has stopped on request. */
    STOPPED,
    /** Its desktop is lost. */
    LOST,
    /** It could not be started. */
    FAILED,
    /** An error of Deskmeter itself ended it: nobody knows how its desktop would have done. */
    FAULTED,
    /**
     * Its run is over, and nobody has told how it ended, as after a controller that was killed. Never stored: what is
     * told later counts.
     */
    UNKNOWN;

    /** It ended before it was to: counted and shown. */
    public boolean discarded() {
        return isLoss() || this == FAULTED;
    }

    /** Whether it is the platform's loss. */
    public boolean isLoss() {
        return this == LOST || this == FAILED;
    }

    /** Whether a session in this phase has had a usable desktop. */
    public boolean loggedOn() {
        return this == READY || this == WORKING || this == FINISHED;
    }

    /** Whether the session has ended. */
    public boolean over() {
        return discarded() || this == FINISHED || this == STOPPED || this == UNKNOWN;
    }

    /** The phase of a label. */
    public static SessionPhase of(String label) {
        return valueOf(label.toUpperCase(Locale.ROOT));
    }

    /** As of a run that is over. */
    public SessionPhase ofEndedRun() {
        return over() ? this : UNKNOWN;
    }

    /** As REST names it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
