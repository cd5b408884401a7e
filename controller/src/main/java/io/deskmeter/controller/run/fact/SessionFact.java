package io.deskmeter.controller.run.fact;

import java.time.Duration;
import java.time.Instant;

/**
 * A session has entered a new phase.
 *
 * @param session from 0
 * @param phase the new one
 * @param iteration the one that starts now (working), iterations done (finished), else 0
 * @param detail for people, often empty
 * @param logonNanos with ready: from the start of the desktop to its first usable frame, 0 if its agent does not know
 *     that; else 0
 * @param queuedNanos for how long the start of the desktop had waited in its agent, which is not part of
 *     {@code logonNanos}; 0 where it is not known
 * @param ago how long before the agent sent this it happened, by the agent's monotonic clock; zero from an agent that
 *     does not say
 * @param cleaningUp whether the session has ended and its desktop is still being ended: the same phase follows without
 *     this, and only then its host and user are free
 * @param leftOpen whether the input that logs the user off was sent, and the display stayed open; told when nothing
 *     else is left of the session
 * @param at a label: when it happened
 */
public record SessionFact(
        int session,
        SessionPhase phase,
        int iteration,
        String detail,
        long logonNanos,
        long queuedNanos,
        Duration ago,
        boolean cleaningUp,
        boolean leftOpen,
        Instant at) {

    /** A fact of this moment, of a session of which nothing is left if it has ended. */
    public SessionFact(int session, SessionPhase phase, int iteration, String detail, long logonNanos, Instant at) {
        this(session, phase, iteration, detail, logonNanos, 0, Duration.ZERO, false, false, at);
    }
}
