package io.deskmeter.agent.watch;

import io.deskmeter.measure.Timing;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Measures one operation: armed, then fired, then given frames until the condition is true or the time is up.
 *
 * <p>A frame that arrived before the input left never ends an operation; it becomes the picture on which the condition is armed.
 * Between the arming and the screen's report of when the first event left it is not known on which side a frame lies; such frames
 * are kept back until then. Nor does anything end an operation while input of it is still to leave ({@link #moreInputFollows}): the
 * condition must hold once all of it has.
 */
public final class Measurement {
    /** How far an operation is. */
    public enum State {
        RUNNING,
        SHOWN,
        EXPIRED
    }

    private final Watch watch;
    private final ScreenMatcher screenMatcher;
    private final long withinNanos;
    private final List<Rect> keptDamage = new ArrayList<>();
    private long keptSequence;
    private long keptArrivedAt = Timing.NEVER;
    /** Since which kept frame the condition holds, where it does. */
    private long keptHeldSince = Timing.NEVER;

    private boolean heldBeforeInput;
    private boolean moreInput;
    private long firedAt = Timing.NEVER;
    private long lastFrameAt = Timing.NEVER;
    private long longestGap;
    private State state = State.RUNNING;
    private @Nullable WatchResult answer;

    /** Arms: from now on frames count. */
    public Measurement(Watch watch, ScreenMatcher screenMatcher, long withinNanos) {
        this.watch = watch;
        this.screenMatcher = screenMatcher;
        this.withinNanos = withinNanos;
    }

    /** Only the first call counts: later events of the same operation do not restart the clock. */
    public void fired(long at) {
        if (firedAt != Timing.NEVER) {
            return;
        }
        firedAt = at;
        lastFrameAt = at;
        heldBeforeInput = keptHeldSince != Timing.NEVER && keptHeldSince <= at;
        if (keptArrivedAt > at) {
            see(new FrameUpdate(screenMatcher.frame(), keptDamage, keptArrivedAt, keptSequence));
        } else if (keptArrivedAt != Timing.NEVER) {
            watch.rearm();
        }
        keptDamage.clear();
    }

    /** Until {@link #allInputSent} nothing is an answer yet. */
    public void moreInputFollows() {
        moreInput = true;
    }

    /** The last input has left. */
    public void allInputSent() {
        moreInput = false;
    }

    /** Whether the condition held when the first event left: then nothing that is seen answers it. */
    public boolean heldBeforeInput() {
        return heldBeforeInput;
    }

    /** A frame has arrived. */
    public void frame(FrameUpdate update) {
        if (firedAt == Timing.NEVER) {
            keptDamage.addAll(update.damage());
            keptArrivedAt = update.arrivedAt();
            keptSequence = update.sequence();
            // Landmarks are looked for now: when the firing is reported the screen may be painting the next frame
            // already.
            if (!watch.holdsAlready()) {
                keptHeldSince = Timing.NEVER;
            } else if (keptHeldSince == Timing.NEVER) {
                keptHeldSince = update.arrivedAt();
            }
        } else if (update.arrivedAt() <= firedAt) {
            watch.rearm();
        } else {
            see(update);
        }
    }

    private void see(FrameUpdate update) {
        if (watch.answer(update.arrivedAt()) != null) {
            // The region had settled before this frame.
            judge(update.arrivedAt());
        }
        if (state == State.RUNNING) {
            watch.see(lastFrameAt, update);
            longestGap = Math.max(longestGap, update.arrivedAt() - lastFrameAt);
            lastFrameAt = update.arrivedAt();
            judge(update.arrivedAt());
        }
    }

    /**
     * Decides at this instant, given all frames that arrived until then. A condition that was first seen later than {@code within} is
     * expired, even where nobody looked at the clock in between.
     */
    public State judge(long now) {
        if (state != State.RUNNING || firedAt == Timing.NEVER) {
            return state;
        }
        WatchResult found = moreInput ? null : watch.answer(now);
        if (found != null) {
            answer = found;
            state = found.shownAt() - firedAt <= withinNanos ? State.SHOWN : State.EXPIRED;
        } else if (now - firedAt >= withinNanos && !mayStillSettle()) {
            state = State.EXPIRED;
        }
        return state;
    }

    /** The last change came in time, only the quiet after it is still going on. */
    private boolean mayStillSettle() {
        OptionalLong by = watch.holdsUnlessChangedBy();
        WatchResult ifQuiet = by.isPresent() ? watch.answer(by.getAsLong()) : null;
        return ifQuiet != null && ifQuiet.shownAt() - firedAt <= withinNanos;
    }

    /** Arrival of the frame that is the answer, or will be if nothing comes between; {@link Timing#NEVER} where there is none. */
    public long likelyShownAt() {
        WatchResult found = moreInput && firedAt != Timing.NEVER ? watch.answer(lastFrameAt) : answer;
        if (found != null) {
            return found.shownAt();
        }
        OptionalLong by = firedAt == Timing.NEVER ? OptionalLong.empty() : watch.holdsUnlessChangedBy();
        WatchResult ifQuiet = by.isPresent() ? watch.answer(by.getAsLong()) : null;
        return ifQuiet == null ? Timing.NEVER : ifQuiet.shownAt();
    }

    /** When to {@link #judge} again if no frame comes; only after the firing. */
    public long nextLookAt() {
        OptionalLong settled = moreInput ? OptionalLong.empty() : watch.holdsUnlessChangedBy();
        return settled.isPresent() ? settled.getAsLong() : firedAt + withinNanos;
    }

    /** Present when {@link State#SHOWN}. */
    public @Nullable WatchResult answer() {
        return state == State.SHOWN ? answer : null;
    }

    /** {@link Timing#NEVER} before the first event left. */
    public long firedAt() {
        return firedAt;
    }

    /** Arrival of the last frame that was looked at, the firing where there was none, {@link Timing#NEVER} before. */
    public long lastFrameAt() {
        return lastFrameAt;
    }

    /** The frames that were looked at; only after the firing. */
    public SeenFrames frames() {
        return new SeenFrames(lastFrameAt, longestGap);
    }

    public boolean holdsAlready() {
        return watch.holdsAlready();
    }

    /** Describes the current state of the condition. */
    public String describe() {
        return watch.describe();
    }

    public List<Rect> places() {
        return watch.places();
    }
}
