package io.deskmeter.agent.session.handler;

import io.deskmeter.agent.session.result.Defects;
import io.deskmeter.measure.timing.Timing;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A window that a handler is there for, from the frame on which it was seen until it is gone or given up. Used by
 * {@link WindowHandlers} only.
 */
final class HandledWindow {
    private final ArmedHandler handler;
    private long from;
    private long until = Timing.NEVER;
    private long lastInputAt = Timing.NEVER;
    private int inputs;
    private boolean acting;
    private boolean givenUp;
    private String trouble = "";

    /**
     * Why input of it was not sent, if that was Deskmeter's own doing; empty if all was. Stays: the window was there
     * for longer than it need have been.
     */
    private String spoilt = "";

    /** @param from arrival of the first frame that shows it */
    HandledWindow(ArmedHandler handler, long from) {
        this.handler = handler;
        this.from = from;
    }

    ArmedHandler handler() {
        return handler;
    }

    /** Whether input for it is being sent. */
    boolean isActing() {
        return acting;
    }

    /** When it came, or got its last input. */
    long since() {
        return lastInputAt == Timing.NEVER ? from : lastInputAt;
    }

    /** When the next input is due if it is still there. */
    long dueAt() {
        return lastInputAt == Timing.NEVER
                ? from + WindowHandlers.SEEN_NANOS
                : lastInputAt + WindowHandlers.AGAIN_AFTER_NANOS;
    }

    void inputBegins() {
        inputs++;
        acting = true;
    }

    /** @param failure why the input was not sent completely; null if it was */
    void inputEnds(long at, @Nullable Throwable failure) {
        acting = false;
        lastInputAt = at;
        trouble = failure == null ? "" : Defects.detailOf(failure);
        if (failure != null && Defects.isOfHarness(failure)) {
            spoilt = trouble;
        }
    }

    void gone(long at) {
        until = at;
    }

    /** Whether it has not gone, as far as is known. */
    boolean isThere() {
        return until == Timing.NEVER;
    }

    void giveUp() {
        givenUp = true;
    }

    /** Counts for the next operation from now on. */
    void carryOver(long now) {
        from = Math.max(from, now);
        inputs = 0;
        lastInputAt = lastInputAt == Timing.NEVER ? now - WindowHandlers.AGAIN_AFTER_NANOS : lastInputAt;
    }

    int inputs() {
        return inputs;
    }

    /** What Deskmeter itself did wrong about it, for people; empty if nothing. */
    String spoilt() {
        return spoilt.isEmpty() ? "" : "input of handler " + handler.name() + " was not sent: " + spoilt;
    }

    /** Nanoseconds of an interval during which it was there. */
    long within(long begin, long end) {
        long last = until == Timing.NEVER ? end : Math.min(until, end);
        return Math.max(0, last - Math.max(from, begin));
    }

    /** @param nanos of the response during which it was there */
    String words(long nanos) {
        String times = inputs == 1 ? "once" : inputs == 2 ? "twice" : inputs + " times";
        String when =
                nanos == 0 ? " before the input" : String.format(Locale.ROOT, ", %.2f s of the time", nanos / 1e9);
        return "handled " + handler.name() + " " + times + when
                + (givenUp && isThere() ? "; its window is still there" : "")
                + (trouble.isEmpty() ? "" : "; its input failed: " + trouble);
    }
}
