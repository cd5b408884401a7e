package io.deskmeter.agent.session;

/**
 * A session has entered a new phase.
 *
 * @param session index from 0
 * @param phase as reported to the controller
 * @param detail the reason; empty if there is no error
 * @param iteration the one that starts now (WORKING), iterations done (FINISHED), else the last one begun
 * @param logonNanos with READY: from the start of the desktop to the arrival of its first usable frame; else 0
 */
public record SessionUpdate(int session, Phase phase, String detail, int iteration, long logonNanos) {

    /** The phases that are reported to the controller. */
    public enum Phase {
        STARTING,
        READY,
        WORKING,
        FINISHED,
        STOPPED,
        LOST,
        FAILED
    }
}
