package io.deskmeter.measure.timing;

import io.deskmeter.workload.operation.Group;
import java.time.Instant;

/**
 * The measured outcome of one operation. A response is an interval: the condition was false at {@link #lastWithoutAt}
 * and true in the frame that arrived at {@link #shownAt}.
 *
 * <p>All {@code …At} instants are monotonic nanoseconds of one clock of one machine; only their differences mean
 * anything. Instants that never came (a timeout shows nothing) are {@link #NEVER}.
 *
 * @param session index from 0
 * @param sequence from 1, unique within (run, session)
 * @param iteration from 0
 * @param workload id
 * @param operation id
 * @param group of the operation
 * @param outcome how it ended
 * @param wallFiredAt a label for people and for lining machines up, never for durations
 * @param thinkNanos the planned pause before it
 * @param intendedAt when the input should have left: end of the operation before + think time
 * @param firedAt read immediately before the first input event left
 * @param lastWithoutAt arrival of the last frame that did not satisfy the condition; later where a probe that was sent
 *     later proves that nothing had changed by then; {@code firedAt} where there is neither
 * @param shownAt arrival of the first frame that did
 * @param detail why it failed; what is to be known of it where it is {@link Outcome#OK}, mostly nothing
 * @param handled how often a handler gave input for a window that had come, before the operation's own input or during
 *     the response
 */
public record Timing(
        int session,
        long sequence,
        int iteration,
        String workload,
        String operation,
        Group group,
        Outcome outcome,
        Instant wallFiredAt,
        long thinkNanos,
        long intendedAt,
        long firedAt,
        long lastWithoutAt,
        long shownAt,
        String detail,
        int handled) {
    /** Stands for an instant that never came. */
    public static final long NEVER = Long.MIN_VALUE;

    /** Begins one. */
    public static TimingBuilder builder(String workload, String operation, Group group, Outcome outcome) {
        return new TimingBuilder(workload, operation, group, outcome);
    }

    /** Response time in nanoseconds; only for {@link Outcome#OK}. */
    public long responseNanos() {
        requireOk();
        return shownAt - firedAt;
    }

    /**
     * How far the true response may lie below {@link #responseNanos()}, in nanoseconds; only for {@link Outcome#OK}.
     */
    public long resolutionNanos() {
        requireOk();
        return shownAt - lastWithoutAt;
    }

    /** How much later than intended the input left, in nanoseconds, or 0 if it never left. */
    public long lagNanos() {
        return firedAt == NEVER ? 0 : firedAt - intendedAt;
    }

    /** The same with another outcome. */
    public Timing with(Outcome another) {
        return like(another).build();
    }

    /** Begins one that has all values of this one but the outcome. */
    public TimingBuilder like(Outcome another) {
        return builder(workload, operation, group, another)
                .session(session)
                .sequence(sequence)
                .iteration(iteration)
                .wallFiredAt(wallFiredAt)
                .thinkNanos(thinkNanos)
                .intendedAt(intendedAt)
                .firedAt(firedAt)
                .lastWithoutAt(lastWithoutAt)
                .shownAt(shownAt)
                .detail(detail)
                .handled(handled);
    }

    private void requireOk() {
        if (outcome != Outcome.OK) {
            throw new IllegalStateException(
                    "outcome: " + outcome.label() + " (expected: ok; a failed operation has no response)");
        }
    }
}
