package io.deskmeter.controller.run;

import java.time.Instant;

/**
 * A session has entered a new phase.
 *
 * @param session from 0
 * @param phase the new one
 * @param iteration the one that starts now (working), iterations done (finished), else 0
 * @param detail for people, often empty
 * @param logonNanos with ready: from the start of the desktop to its first usable frame, else 0
 * @param at a label
 */
public record SessionFact(int session, SessionPhase phase, int iteration, String detail, long logonNanos, Instant at) {}
