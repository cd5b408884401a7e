package io.deskmeter.agent.watch;

import io.deskmeter.measure.Timing;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What may be left on the screen of a window that a handler has dismissed: windows fade, or are removed in pieces, and the picture by which one is known is gone
 * before the rest of it. What a condition sees then counts only if it is still there when the window can have gone; the response is not before the last frame in
 * which more of the picture from before the input has come back.
 */
final class WindowRemains {
    /** How long nothing more of the picture behind a window comes back, until what differs is no part of the window. */
    static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** Of what differs when the window is no longer known: less that comes back is a detail of the application. */
    private static final int OF_DIFFERENCE = 20;

    private long lastShownAt = Timing.NEVER;
    private long goneAt = Timing.NEVER;
    private long until = Timing.NEVER;
    private long step;
    private long least;

    /**
     * The window is no longer known.
     *
     * @param shown arrival of the last frame with it
     * @param gone arrival of the first one without it
     * @param difference from the picture before the input; 0 if all of that has come back
     */
    void begin(long shown, long gone, long difference) {
        lastShownAt = shown;
        goneAt = gone;
        least = difference;
        step = Math.max(1, difference / OF_DIFFERENCE);
        until = difference == 0 ? gone : gone + PATIENCE_NANOS;
    }

    void forget() {
        lastShownAt = Timing.NEVER;
        goneAt = Timing.NEVER;
        until = Timing.NEVER;
    }

    boolean mayBeThere(long at) {
        return until != Timing.NEVER && at < until;
    }

    /** When it can no longer be there, unless more of it goes until then. */
    long until() {
        return until;
    }

    /**
     * A frame while it may be there.
     *
     * @return whether a part of the window has gone with it
     */
    boolean see(long arrivedAt, long difference) {
        if (difference > least - step) {
            return false;
        }
        least = difference;
        goneAt = arrivedAt;
        until = difference == 0 ? arrivedAt : arrivedAt + PATIENCE_NANOS;
        return true;
    }

    /** The result of the condition at this instant; none while the window may be the reason for it. */
    @Nullable
    WatchResult answer(@Nullable WatchResult found, long now) {
        if (found == null || until == Timing.NEVER) {
            return found;
        }
        if (now < until) {
            return null;
        }
        long certainAt = Math.max(found.certainAt(), until);
        // What was there before the last part of the window had gone may have come with any frame since the first one.
        return found.shownAt() >= goneAt
                ? new WatchResult(found.lastWithoutAt(), found.shownAt(), certainAt)
                : new WatchResult(Math.max(found.lastWithoutAt(), lastShownAt), goneAt, certainAt);
    }
}
