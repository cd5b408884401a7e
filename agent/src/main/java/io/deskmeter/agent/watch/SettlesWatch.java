package io.deskmeter.agent.watch;

import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.vision.RegionMemory;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** {@code settles}: a region has changed and has been quiet since; the response is the frame of the last change. */
final class SettlesWatch implements Watch {
    private final ScreenMatcher screenMatcher;
    private final int atLeast;
    private final long quietNanos;
    private RegionMemory last;
    private @Nullable WatchResult lastChange;

    SettlesWatch(ScreenMatcher screenMatcher, Rect region, int atLeast, long quietNanos) {
        this.screenMatcher = screenMatcher;
        this.last = RegionMemory.remember(screenMatcher.frame(), region);
        this.atLeast = atLeast;
        this.quietNanos = quietNanos;
    }

    /** Counts the arming as a change: a wait for a stable region must not require an earlier change. */
    void changedWhenArmed(long now) {
        lastChange = new WatchResult(now, now, now + quietNanos);
    }

    @Override
    public boolean holdsAlready() {
        return false;
    }

    @Override
    public void rearm() {
        last = RegionMemory.remember(screenMatcher.frame(), last.region());
    }

    @Override
    public void see(long previousAt, FrameUpdate update) {
        if (last.isTouchedBy(update) && last.differing(update) >= atLeast) {
            last.adopt(update.frame());
            lastChange = new WatchResult(previousAt, update.arrivedAt(), update.arrivedAt() + quietNanos);
        }
    }

    @Override
    public @Nullable WatchResult answer(long now) {
        return lastChange != null && now >= lastChange.certainAt() ? lastChange : null;
    }

    @Override
    public OptionalLong holdsUnlessChangedBy() {
        return lastChange == null ? OptionalLong.empty() : OptionalLong.of(lastChange.certainAt());
    }

    @Override
    public String describe() {
        return last.region() + (lastChange == null ? " has not changed" : " is not stable");
    }

    @Override
    public List<Rect> places() {
        return List.of(last.region());
    }
}
