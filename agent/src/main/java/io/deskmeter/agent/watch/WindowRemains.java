package io.deskmeter.agent.watch;

import io.deskmeter.agent.watch.window.GoneWindow;
import io.deskmeter.agent.watch.window.WindowPixels;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.vision.compare.RegionMemory;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What may be left on the screen of a window that a handler has dismissed: windows fade, or are removed in pieces, and
 * the picture by which one is known is gone before the rest of it. What a condition sees then counts only if it is
 * still there when the window can have gone; the response is not before the last frame with which a part of the window
 * has gone.
 */
final class WindowRemains {
    /** How long nothing more of a window goes, until what differs is no part of it. */
    static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(2);

    private @Nullable WindowPixels pixels;
    private long lastShownAt = Timing.NEVER;
    private long goneAt = Timing.NEVER;
    /** When it can no longer be there, whatever input was sent meanwhile. */
    private long until = Timing.NEVER;

    private InputEnd inputEnd = InputEnd.NONE;

    /**
     * The window is no longer known.
     *
     * @param before the picture before the input, of the place where a window can make the condition true; null if
     *     there is none
     * @param since as in {@link Watch#windowGone}
     */
    void begin(GoneWindow window, @Nullable RegionMemory before, Frame now, List<SilentInterval> since) {
        lastShownAt = window.lastShownAt();
        goneAt = window.goneAt();
        pixels = before == null ? null : WindowPixels.of(before, window, now);
        waitFrom(goneAt);
        since.forEach(this::postpone);
    }

    private void postpone(SilentInterval stop) {
        if (pixels != null) {
            until = stop.postponed(until);
        }
    }

    private void waitFrom(long from) {
        WindowPixels left = pixels;
        if (left == null || left.isEmpty()) {
            pixels = null;
            until = from;
        } else {
            until = from + PATIENCE_NANOS;
        }
    }

    void forget() {
        pixels = null;
        lastShownAt = Timing.NEVER;
        goneAt = Timing.NEVER;
        until = Timing.NEVER;
    }

    /** As in {@link Watch#inputUntil}: that nothing more of it goes says nothing before. */
    void inputUntil(InputEnd end) {
        inputEnd = end;
    }

    /** As in {@link Watch#stood}: nothing of it goes while the server stands still. */
    void stood(SilentInterval stop) {
        inputEnd = inputEnd.stood(stop);
        postpone(stop);
    }

    boolean mayBeThere(long at) {
        return at < until();
    }

    /** When it can no longer be there, unless more of it goes until then. */
    long until() {
        return pixels == null ? until : Math.max(until, inputEnd.silenceSince(goneAt, PATIENCE_NANOS));
    }

    /**
     * A frame has arrived.
     *
     * @return whether a part of the window has gone with it
     */
    boolean see(FrameUpdate update) {
        WindowPixels left = pixels;
        long at = update.arrivedAt();
        if (left == null || !mayBeThere(at)) {
            return false;
        }
        boolean partGone = left.see(update);
        if (partGone) {
            goneAt = at;
        }
        if (partGone || left.isEmpty()) {
            waitFrom(at);
        }
        return partGone;
    }

    /** The result of the condition at this instant; none while the window may be the reason for it. */
    @Nullable
    WatchResult answer(@Nullable WatchResult found, long now) {
        return found == null || until == Timing.NEVER ? found : mayBeThere(now) ? null : counted(found);
    }

    /** What {@link #answer} will be, where only the window keeps it from being known. */
    @Nullable
    WatchResult heldBack(@Nullable WatchResult found, long now) {
        return found != null && mayBeThere(now) ? counted(found) : null;
    }

    private WatchResult counted(WatchResult found) {
        long certainAt = Math.max(found.certainAt(), until());
        boolean bySilence = found.bySilence() || certainAt > found.certainAt();
        // What was there before the last part of the window had gone may have come with any frame since the first one.
        return found.shownAt() >= goneAt
                ? new WatchResult(found.lastWithoutAt(), found.shownAt(), certainAt, bySilence)
                : new WatchResult(Math.max(found.lastWithoutAt(), lastShownAt), goneAt, certainAt, bySilence);
    }
}
