package io.deskmeter.agent.watch;

import io.deskmeter.agent.watch.landmark.ScreenMatcher;
import io.deskmeter.agent.watch.window.GoneWindow;
import io.deskmeter.agent.watch.window.StayingWindow;
import io.deskmeter.agent.watch.window.WindowArea;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.vision.compare.RegionMemory;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * {@code settles}: a region has changed and has been quiet since; the response is the frame of the last change.
 *
 * <p>Where a window of a handler has come and gone, it has changed if its picture is another one than that with which
 * the condition was armed: so neither the window, in however many steps it was painted and removed, nor that it has
 * gone is a change.
 */
final class SettlesWatch implements Watch {
    private final ScreenMatcher screenMatcher;
    private final int atLeast;
    private final long quietNanos;
    private final List<Rect> except;
    private final boolean exceptCaret;
    private MovingParts moving = new MovingParts();
    private RegionMemory last;

    /** The same with the picture from before a window that stays; null if there is none. */
    private @Nullable RegionMemory withoutWindow;

    private boolean changedWhenArmed;
    private boolean windowCame;
    private @Nullable WatchResult lastChange;
    private final WindowRemains remains = new WindowRemains();
    private InputEnd inputEnd = InputEnd.NONE;

    /**
     * What has been quiet for long enough while a part of the window might still be there; changes since are others.
     */
    private @Nullable WatchResult settled;

    /**
     * @param except parts that do not count
     * @param exceptCaret whether a blinking caret does not count, however many pixels it has
     */
    SettlesWatch(
            ScreenMatcher screenMatcher,
            Rect region,
            int atLeast,
            long quietNanos,
            List<Rect> except,
            boolean exceptCaret) {
        this.screenMatcher = screenMatcher;
        this.exceptCaret = exceptCaret;
        this.except = List.copyOf(except);
        this.last = remember(region);
        this.atLeast = atLeast;
        this.quietNanos = quietNanos;
    }

    private RegionMemory remember(Rect region) {
        return counting(RegionMemory.remember(screenMatcher.frame(), region));
    }

    private RegionMemory behind(GoneWindow window) {
        return counting(WindowArea.without(last, window, screenMatcher.frame()));
    }

    private RegionMemory counting(RegionMemory memory) {
        return memory.ignoring(except).keepingFirst();
    }

    /** Counts the arming as a change: a wait for a stable region must not require an earlier change. */
    void changedWhenArmed(long now) {
        changedWhenArmed = true;
        lastChange = new WatchResult(now, now, now + quietNanos);
    }

    @Override
    public boolean holdsAlready() {
        return false;
    }

    @Override
    public void rearm() {
        last = remember(last.region());
        withoutWindow = null;
        remains.forget();
    }

    @Override
    public void windowGone(GoneWindow window, List<SilentInterval> since) {
        long goneAt = window.goneAt();
        RegionMemory without = withoutWindow;
        if (window.hadStayed()) {
            last = without == null ? behind(window) : without;
            withoutWindow = null;
        }
        windowCame = true;
        moving = new MovingParts();
        WatchResult change = lastChange;
        boolean changedSince = change != null && change.shownAt() > goneAt;
        // The frames with the window may have been from before the input; then none of them was seen.
        last.differing(screenMatcher.frame());
        last.adopt(screenMatcher.frame());
        if (!hasChanged()) {
            lastChange = null;
        } else if (!changedSince) {
            lastChange = new WatchResult(window.lastShownAt(), goneAt, goneAt + quietNanos).stood(since);
        }
        settled = null;
        remains.begin(window, last, screenMatcher.frame(), since);
    }

    private boolean hasChanged() {
        return changedWhenArmed || last.differingFromFirst(screenMatcher.frame()) >= atLeast;
    }

    @Override
    public void windowStays(StayingWindow window) {
        WatchResult change = lastChange;
        settled = null;
        if (change != null && WindowArea.changedApart(last, window, screenMatcher.frame()) >= atLeast) {
            // The last change may have been the window's, and that of the application any since it came.
            long lastWithoutAt = Math.min(change.lastWithoutAt(), window.firstShownAt());
            lastChange = new WatchResult(lastWithoutAt, change.shownAt(), change.certainAt());
            remains.forget();
            return;
        }
        RegionMemory before = withoutWindow == null ? last : withoutWindow;
        rearm();
        withoutWindow = before;
        lastChange = changedWhenArmed ? change : null;
    }

    @Override
    public void inputUntil(long instant, List<SilentInterval> since) {
        inputEnd = InputEnd.of(instant, since);
        remains.inputUntil(inputEnd);
    }

    @Override
    public void stood(SilentInterval stop) {
        inputEnd = inputEnd.stood(stop);
        remains.stood(stop);
        WatchResult change = lastChange;
        lastChange = change == null ? null : change.stood(List.of(stop));
    }

    /**
     * A change with which the region has settled if there is no other one for the quiet time, which begins after the
     * last input.
     */
    private WatchResult counted(WatchResult change) {
        return new WatchResult(
                change.lastWithoutAt(),
                change.shownAt(),
                Math.max(change.certainAt(), inputEnd.silenceSince(change.shownAt(), quietNanos)));
    }

    /** The change that the answer will be, unless there is another one. */
    private @Nullable WatchResult lastCounted() {
        WatchResult change = settled == null ? lastChange : settled;
        return change == null ? null : counted(change);
    }

    @Override
    public void see(long previousAt, FrameUpdate update) {
        boolean mayRemain = remains.mayBeThere(update.arrivedAt());
        WatchResult before = lastChange;
        if (mayRemain
                && settled == null
                && before != null
                && update.arrivedAt() >= counted(before).certainAt()) {
            settled = before;
        }
        boolean partGone = remains.see(update);
        settled = partGone ? null : settled;
        if (last.isTouchedBy(update) && changed(update) >= atLeast) {
            update.damage().forEach(rect -> moving.changed(last.differingIn(rect), update.arrivedAt()));
            last.adopt(update.frame());
            boolean changed = !windowCame || hasChanged();
            lastChange =
                    changed ? new WatchResult(previousAt, update.arrivedAt(), update.arrivedAt() + quietNanos) : null;
            settled = changed ? settled : null;
        }
    }

    private int changed(FrameUpdate update) {
        return exceptCaret ? last.differingBesideCaret(update) : last.differing(update);
    }

    @Override
    public @Nullable WatchResult answer(long now) {
        WatchResult change = lastCounted();
        return change != null && now >= change.certainAt() ? remains.answer(change, now) : null;
    }

    @Override
    public @Nullable WatchResult heldBack(long now) {
        WatchResult change = lastCounted();
        return change != null && now >= change.certainAt() ? remains.heldBack(change, now) : null;
    }

    @Override
    public OptionalLong holdsUnlessChangedBy() {
        WatchResult change = lastCounted();
        return change == null ? OptionalLong.empty() : OptionalLong.of(Math.max(change.certainAt(), remains.until()));
    }

    @Override
    public String missed() {
        return "not settled";
    }

    @Override
    public String describe() {
        WatchResult change = lastChange;
        if (change == null) {
            return last.region() + " has not changed";
        }
        List<Rect> parts = moving();
        return last.region() + " is not stable"
                + (parts.isEmpty()
                        ? ""
                        : ": " + MovingParts.words(parts)
                                + " keeps changing (hint: a clock, a caret or an animation does" + " not count with "
                                + MovingParts.except(parts) + ")");
    }

    /** What has changed within about the time for which the region should have been quiet. */
    @Override
    public List<Rect> moving() {
        WatchResult change = lastChange;
        return change == null ? List.of() : moving.since(change.shownAt() - 2 * quietNanos);
    }

    @Override
    public List<Rect> places() {
        return List.of(last.region());
    }
}
