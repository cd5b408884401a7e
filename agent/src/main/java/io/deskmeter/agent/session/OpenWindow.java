package io.deskmeter.agent.session;

import io.deskmeter.measure.Timing;
import java.util.Locale;

/** A window that a handler is there for, from the frame on which it was seen until it is gone or given up. Used by {@link WindowHandlers} only. */
final class OpenWindow {
    private final ArmedHandler handler;
    private long from;
    private long until = Timing.NEVER;
    private long lastInputAt = Timing.NEVER;
    private int inputs;
    private boolean acting;
    private boolean givenUp;
    private String trouble = "";

    /** @param from arrival of the first frame that shows it */
    OpenWindow(ArmedHandler handler, long from) {
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

    /** When the next input is due if it is still there. */
    long dueAt() {
        return lastInputAt == Timing.NEVER
                ? from + WindowHandlers.SEEN_NANOS
                : lastInputAt + WindowHandlers.PATIENCE_NANOS;
    }

    void inputBegins() {
        inputs++;
        acting = true;
    }

    /** @param failure why the input was not sent completely; empty if it was */
    void inputEnds(long at, String failure) {
        acting = false;
        lastInputAt = at;
        trouble = failure;
    }

    void gone(long at) {
        until = at;
    }

    void giveUp() {
        givenUp = true;
    }

    /** Counts for the next operation from now on. */
    void carryOver(long now) {
        from = Math.max(from, now);
        inputs = 0;
        lastInputAt = lastInputAt == Timing.NEVER ? now - WindowHandlers.PATIENCE_NANOS : lastInputAt;
    }

    int inputs() {
        return inputs;
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
                + (givenUp ? "; its window is still there" : "")
                + (trouble.isEmpty() ? "" : "; its input failed: " + trouble);
    }
}
