package io.deskmeter.agent.session.control;

/**
 * A session has entered a new phase.
 *
 * @param session index from 0
 * @param phase as reported to the controller
 * @param detail the reason; empty if there is no error
 * @param iteration the one that starts now (WORKING), iterations done (FINISHED), else the last one begun
 * @param logonNanos with READY: from the start of the desktop to the arrival of its first usable frame, 0 if Deskmeter
 *     itself is why that is not known; else 0
 * @param queuedNanos for how long the start of the desktop had waited in this agent, as far as it is known; not part of
 *     {@code logonNanos}
 * @param at when it happened, monotonic nanoseconds of this agent
 * @param cleaningUp whether the session has ended and its desktop is still being ended: another update without this
 *     follows. A session that was stopped on request only reports that its desktop has ended
 * @param fault with FAILED: an error of Deskmeter itself ended it. The platform neither lost its desktop nor refused
 *     its logon
 * @param leftOpen with the last update: the input that logs the user off was sent, and the display stayed open
 */
public record SessionUpdate(
        int session,
        Phase phase,
        String detail,
        int iteration,
        long logonNanos,
        long queuedNanos,
        long at,
        boolean cleaningUp,
        boolean fault,
        boolean leftOpen) {

    /** An update that says nothing of the logon, of a session that has not ended, or of which nothing is left. */
    public SessionUpdate(int session, Phase phase, String detail, int iteration, long at) {
        this(session, phase, detail, iteration, 0, 0, at, false, false, false);
    }

    /** The same with what is known of the logon. */
    public SessionUpdate withLogon(long nanos, long queued) {
        return new SessionUpdate(session, phase, detail, iteration, nanos, queued, at, cleaningUp, fault, leftOpen);
    }

    /** The same of a session whose desktop is still being ended. */
    public SessionUpdate whileCleaningUp() {
        return new SessionUpdate(session, phase, detail, iteration, logonNanos, queuedNanos, at, true, fault, leftOpen);
    }

    /** The same of a session that an error of Deskmeter itself ended, if so. */
    public SessionUpdate byFault(boolean ofDeskmeter) {
        return new SessionUpdate(
                session, phase, detail, iteration, logonNanos, queuedNanos, at, cleaningUp, ofDeskmeter, leftOpen);
    }

    /** The same of a session whose user may still be logged on, if so. */
    public SessionUpdate withLeftOpen(boolean stays) {
        return new SessionUpdate(
                session, phase, detail, iteration, logonNanos, queuedNanos, at, cleaningUp, fault, stays);
    }

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
