package io.deskmeter.measure.timing;

import io.deskmeter.workload.operation.Group;
import java.time.Instant;

/**
 * Makes a {@link Timing} by the names of its values. One of which nothing else is said is the first of session 0: it
 * took no think time, needed no handler, has no detail, and its instants are {@link Timing#NEVER}.
 */
public final class TimingBuilder {
    private final String workload;
    private final String operation;
    private final Group group;
    private final Outcome outcome;
    private int session;
    private long sequence;
    private int iteration;
    private Instant wallFiredAt = Instant.EPOCH;
    private long thinkNanos;
    private long intendedAt = Timing.NEVER;
    private long firedAt = Timing.NEVER;
    private long lastWithoutAt = Timing.NEVER;
    private long shownAt = Timing.NEVER;
    private String detail = "";
    private int handled;

    TimingBuilder(String workload, String operation, Group group, Outcome outcome) {
        this.workload = workload;
        this.operation = operation;
        this.group = group;
        this.outcome = outcome;
    }

    /** Index of the session, from 0. */
    public TimingBuilder session(int index) {
        session = index;
        return this;
    }

    /** Number from 1, unique within (run, session). */
    public TimingBuilder sequence(long number) {
        sequence = number;
        return this;
    }

    /** Index of the iteration, from 0. */
    public TimingBuilder iteration(int index) {
        iteration = index;
        return this;
    }

    /** A label for people and for lining machines up. */
    public TimingBuilder wallFiredAt(Instant at) {
        wallFiredAt = at;
        return this;
    }

    /** The planned pause before it. */
    public TimingBuilder thinkNanos(long nanos) {
        thinkNanos = nanos;
        return this;
    }

    /** When the input should have left, in monotonic nanoseconds. */
    public TimingBuilder intendedAt(long at) {
        intendedAt = at;
        return this;
    }

    /** Read immediately before the first input event left, in monotonic nanoseconds. */
    public TimingBuilder firedAt(long at) {
        firedAt = at;
        return this;
    }

    /** Arrival of the last frame that did not satisfy the condition, in monotonic nanoseconds. */
    public TimingBuilder lastWithoutAt(long at) {
        lastWithoutAt = at;
        return this;
    }

    /** Arrival of the first frame that did, in monotonic nanoseconds. */
    public TimingBuilder shownAt(long at) {
        shownAt = at;
        return this;
    }

    /** Why it failed, or what is to be known of it. */
    public TimingBuilder detail(String text) {
        detail = text;
        return this;
    }

    /** How often a handler gave input for a window that had come. */
    public TimingBuilder handled(int times) {
        handled = times;
        return this;
    }

    public Timing build() {
        return new Timing(
                session,
                sequence,
                iteration,
                workload,
                operation,
                group,
                outcome,
                wallFiredAt,
                thinkNanos,
                intendedAt,
                firedAt,
                lastWithoutAt,
                shownAt,
                detail,
                handled);
    }
}
