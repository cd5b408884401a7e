package io.deskmeter.agent.gesture;

import io.deskmeter.measure.timing.Timing;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.IntStream;

/** When the inputs of a gesture should have been sent, and when they were. Thread-safe. */
public final class SentInputs {
    /** An input that is sent later than this is not where it should be when the next one follows at the usual rate. */
    static final long LATE = 8_000_000;

    /** If a larger share of the inputs is late, the gesture was another one than that of the workload. */
    static final double MOST_LATE = 0.05;

    private static final double NANOS_PER_MILLI = 1e6;

    private final long[] planned;
    private final long[] fired;

    SentInputs(int count) {
        planned = new long[count];
        fired = new long[count];
        Arrays.fill(planned, Timing.NEVER);
        Arrays.fill(fired, Timing.NEVER);
    }

    synchronized void planned(int input, long at) {
        planned[input] = at;
    }

    synchronized void fired(int input, long at) {
        fired[input] = at;
    }

    /** When an input was sent, in monotonic nanoseconds; {@link Timing#NEVER} if it was not. */
    synchronized long firedAt(int input) {
        return fired[input];
    }

    /** When the gesture began: its first input was sent; {@link Timing#NEVER} if it has not been. */
    public long begunAt() {
        return firedAt(0);
    }

    /** For how long an input has been out, in nanoseconds; 0 if it has not been sent. */
    long out(int input, long at) {
        long sentAt = firedAt(input);
        return sentAt == Timing.NEVER ? 0 : Math.max(0, at - sentAt);
    }

    /** When the last one was sent; {@link Timing#NEVER} if it was not. */
    long endedAt() {
        return firedAt(fired.length - 1);
    }

    /** Whether all inputs were sent. */
    synchronized boolean isWhole() {
        return Arrays.stream(fired).noneMatch(at -> at == Timing.NEVER);
    }

    /** Why the harness has not performed the gesture as planned, without a full stop; empty if it has. */
    synchronized String problem() {
        if (!isWhole()) {
            return "not all of its input was sent";
        }
        long[] late = IntStream.range(0, fired.length)
                .mapToLong(i -> fired[i] - planned[i])
                .filter(lag -> lag > LATE)
                .sorted()
                .toArray();
        if (late.length <= MOST_LATE * fired.length) {
            return "";
        }
        return String.format(
                Locale.ROOT,
                "the agent sent %d of %d inputs more than %.0f ms late, up to %.0f ms (bound: %.0f %%)",
                late.length,
                fired.length,
                LATE / NANOS_PER_MILLI,
                late[late.length - 1] / NANOS_PER_MILLI,
                MOST_LATE * 100);
    }
}
