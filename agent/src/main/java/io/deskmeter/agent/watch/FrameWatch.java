package io.deskmeter.agent.watch;

import io.deskmeter.agent.watch.window.GoneWindow;
import io.deskmeter.agent.watch.window.StayingWindow;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.vision.compare.RegionMemory;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A condition that depends on a single frame; stores since which frame it has been true, and which was the last frame
 * in which it was certainly not. Does no work for frames that cannot change it.
 */
abstract class FrameWatch implements Watch {
    /**
     * How long what was true before the last input has to be true after it: there may be no frame that says so, and a
     * server may send none while it takes input.
     */
    static final long HELD_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private static final long NEVER = Long.MIN_VALUE;

    private InputEnd inputEnd = InputEnd.NONE;

    private @Nullable WatchResult since;
    private final WindowRemains remains = new WindowRemains();

    /** While the condition is true, or may be: the last instant at which it certainly was not. */
    private long lastWithoutAt = NEVER;

    private long seenAt = NEVER;

    /** Whether the condition has been evaluated since it was armed, and no later frame was missed. */
    private boolean decided;

    /** What a frame says of a condition. */
    enum Truth {
        FALSE,
        /** The loss of the picture leaves it open. */
        OPEN,
        TRUE
    }

    abstract Truth truthIn(FrameUpdate update);

    /** Whether the update can have changed the result of {@link #truthIn} for the previous frame. */
    abstract boolean mayAlter(FrameUpdate update);

    /**
     * The picture before the input of the searched place; null where a window in front of the place is not what makes
     * the condition true.
     */
    abstract @Nullable RegionMemory before();

    abstract Frame frame();

    @Override
    public void rearm() {
        decided = false;
        remains.forget();
    }

    @Override
    public void windowStays(StayingWindow window) {
        remains.forget();
    }

    @Override
    public void windowGone(GoneWindow window, List<SilentInterval> since) {
        remains.begin(window, before(), frame(), since);
    }

    @Override
    public final void see(long previousAt, FrameUpdate update) {
        remains.see(update);
        seenAt = update.arrivedAt();
        if (decided && !mayAlter(update)) {
            return;
        }
        decided = true;
        Truth truth = truthIn(update);
        if (truth == Truth.FALSE) {
            lastWithoutAt = NEVER;
        } else if (lastWithoutAt == NEVER) {
            lastWithoutAt = previousAt;
        }
        if (truth != Truth.TRUE) {
            since = null;
        } else if (since == null) {
            since = new WatchResult(lastWithoutAt, update.arrivedAt(), update.arrivedAt());
        }
    }

    /** Since when it has been true; null if it is not. */
    final @Nullable WatchResult since() {
        return since;
    }

    /** Arrival of the last frame. */
    final long seenAt() {
        return seenAt;
    }

    /** What was seen until now says nothing. */
    final void forget() {
        since = null;
        lastWithoutAt = NEVER;
        decided = false;
    }

    /** Takes the truth of the current frame, in place of what was decided with that of frames which do not count. */
    final void decide(boolean holds, WatchResult ifSo) {
        if (!holds) {
            forget();
        } else if (since == null) {
            lastWithoutAt = ifSo.lastWithoutAt();
            since = ifSo;
        }
    }

    @Override
    public final void inputUntil(long instant, List<SilentInterval> since) {
        inputEnd = InputEnd.of(instant, since);
        remains.inputUntil(inputEnd);
    }

    @Override
    public final void stood(SilentInterval stop) {
        inputEnd = inputEnd.stood(stop);
        remains.stood(stop);
    }

    @Override
    public final @Nullable WatchResult answer(long now) {
        WatchResult found = held();
        return found != null && now >= found.certainAt() ? remains.answer(found, now) : null;
    }

    @Override
    public final @Nullable WatchResult heldBack(long now) {
        WatchResult found = held();
        return found != null && now < found.certainAt() ? found : remains.heldBack(found, now);
    }

    /** Since when it has been true, certain only when it has been so for a while after the last input. */
    private @Nullable WatchResult held() {
        WatchResult found = since;
        return found == null || found.shownAt() > inputEnd.at()
                ? found
                : new WatchResult(
                        found.lastWithoutAt(), found.shownAt(), inputEnd.silenceSince(found.certainAt(), HELD_NANOS));
    }

    @Override
    public final OptionalLong openSince() {
        return since == null && lastWithoutAt != NEVER ? OptionalLong.of(lastWithoutAt) : OptionalLong.empty();
    }

    @Override
    public final OptionalLong holdsUnlessChangedBy() {
        WatchResult found = held();
        if (found == null || (found.shownAt() > inputEnd.at() && remains.until() == Timing.NEVER)) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(Math.max(found.certainAt(), remains.until()));
    }
}
