package io.deskmeter.workload.run;

/** Who drives a session, and who measures. */
public enum Mode {
    /** A client agent drives and measures what the display protocol delivered: what a person really sees. */
    REMOTE,
    /** The agent in the desktop drives and measures its own screen; no display protocol is at work. */
    LOCAL,
    /**
     * The agent in the desktop drives and measures its own screen; a client agent keeps the display open and does not
     * look at it.
     */
    PASSIVE
}
