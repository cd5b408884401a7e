package io.deskmeter.controller.enrolment;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Limits how often an agent gets a new certificate: an agent that a person has taken over must not keep the controller
 * signing, nor fill its store with entries of the audit log. An agent whose clock is wrong asks each ten minutes, which
 * is admitted. A machine that joins again counts, too. Thread-safe.
 */
final class RenewalLimit {
    /** Of one agent in an hour. */
    static final int MOST = 12;

    private static final Duration EACH = Duration.ofHours(1);

    private final LongSupplier nanoTime;
    /** No more than there are agents: each has proved its id. */
    private final Map<String, Integer> counts = new HashMap<>();

    private long begun;

    /** @param nanoTime of a clock that is never set */
    RenewalLimit(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.begun = nanoTime.getAsLong();
    }

    /** Whether this agent may have one more now. */
    synchronized boolean admit(String agent) {
        long now = nanoTime.getAsLong();
        if (now - begun >= EACH.toNanos()) {
            begun = now;
            counts.clear();
        }
        return counts.merge(agent, 1, Integer::sum) <= MOST;
    }
}
