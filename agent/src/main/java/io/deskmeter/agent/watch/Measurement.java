package io.deskmeter.agent.watch;

import io.deskmeter.agent.observe.Observation;
import io.deskmeter.agent.series.FrameIntervals;
import io.deskmeter.agent.series.Series;
import io.deskmeter.agent.watch.landmark.ScreenMatcher;
import io.deskmeter.agent.watch.window.GoneWindow;
import io.deskmeter.agent.watch.window.StayingWindow;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Measures one operation: armed, then fired, then evaluated for each frame until the condition is true or the time
 * limit is reached.
 *
 * <p>A frame that arrived before the input was sent never ends an operation; it becomes the picture with which the
 * condition is armed. Between the arming and the screen's report of the first event it is unknown whether a frame
 * arrived before or after the input; such frames are queued until then. No frame ends an operation while some of its
 * input is not sent ({@link #moreInputFollows}): the condition must be true after all input, and for a while if it was
 * before: see {@link Watch#inputUntil}.
 */
public final class Measurement {
    /** The progress of an operation. */
    public enum State {
        RUNNING,
        SHOWN,
        EXPIRED
    }

    /** How long a server may take to answer: far longer than one that works does, also behind a slow line. */
    public static final long SERVER_PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

    /**
     * For how long it may not answer, altogether, when the time is over and only its answers tell whether the picture
     * is at rest. Longer than what is usual takes to be known of a server that looks at its desktop every 3 s: eight
     * answers.
     */
    private static final long SELDOM_NANOS = TimeUnit.SECONDS.toNanos(30);

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private static final String TOO_SELDOM =
            "the server has answered too seldom to tell whether the picture is at rest (expected: an answer at once when a small part of the"
                    + " picture is asked for; hint: is its host overloaded, or the connection?)";

    private final Watch watch;
    private final ScreenMatcher screenMatcher;
    private final long withinNanos;
    /** Of the desktop, when the condition was armed. */
    private final Rect armedWith;

    private final Series intervals = new Series(new FrameIntervals());
    private final List<Rect> keptDamage = new ArrayList<>();
    private long keptSequence;
    private long keptArrivedAt = Timing.NEVER;
    /** Since which queued frame the condition is true, if it is. */
    private long keptHeldSince = Timing.NEVER;

    private boolean heldBeforeInput;
    private boolean moreInput;

    /** When the last input was sent; {@link Timing#NEVER} before. */
    private long inputEndedAt = Timing.NEVER;

    /**
     * Whether a window is in front that a handler dismisses: what it changes is no response, and no part of the picture
     * before the input.
     */
    private boolean windowOpen;

    /** Whether one that was given up is still there. */
    private boolean windowStays;

    private long firedAt = Timing.NEVER;
    private long lastFrameAt = Timing.NEVER;
    private long unchangedUntil = Timing.NEVER;

    /** No answer is earlier than this one; null if there is no such bound. */
    private @Nullable WatchResult earliest;

    /**
     * How long what a window can make true is not certain: a window is painted before the picture by which it is known;
     * 0 where none is looked for.
     */
    private long windowPaintNanos;

    /** What was true first, while a window may be the reason for it. */
    private @Nullable WatchResult candidate;

    /** Since when a window may have been there before the picture by which it is known. */
    private long windowSince = Long.MAX_VALUE;

    private State state = State.RUNNING;
    private @Nullable WatchResult answer;

    /** When the condition was judged last. */
    private long judgedAt = Timing.NEVER;

    /** Null where silence alone decides. */
    private @Nullable ServerAnswers server;

    /** Until when the times without answers are known to the condition. */
    private long accountedUntil = Timing.NEVER;

    /** Whether the server has not answered for a while at that instant. */
    private boolean standing;

    /** For how long it has not answered since what the candidate waits for. */
    private long stoodSinceCandidate;

    /** For how long it has not answered since the time is over. */
    private long stoodLate;

    /** Since when the server has not answered, or answered too seldom, if that is why the time is over. */
    private long silentSince = Timing.NEVER;

    private boolean tooSeldom;

    /** Arms the condition: frames count from now on. */
    public Measurement(Watch watch, ScreenMatcher screenMatcher, long withinNanos) {
        this.watch = watch;
        this.screenMatcher = screenMatcher;
        this.withinNanos = withinNanos;
        this.armedWith = screenMatcher.frame().bounds();
    }

    /**
     * Why nothing tells any more whether the condition becomes true: the desktop has another size than when it was
     * armed, and pictures of different sizes cannot be compared. A landmark that appears is searched in each size.
     */
    public Optional<String> whyNotComparable(FrameUpdate update) {
        Rect now = update.frame().bounds();
        return !watch.isMadeTrueByWindows() || now.equals(armedWith)
                ? Optional.empty()
                : Optional.of(notComparable(armedWith, now));
    }

    /** In words, for desktops of two sizes. */
    public static String notComparable(Rect before, Rect now) {
        return "the desktop has changed its size from " + before.width() + "x" + before.height() + " to "
                + now.width() + "x" + now.height()
                + " during the operation (expected: one size, as pictures of two sizes cannot be compared; hint: does a program, or"
                + " another viewer, change it?)";
    }

    /** Handlers look for windows: what a window can make true is an answer only if none is known within this time. */
    public void windowsMayCome(long paintNanos) {
        windowPaintNanos = watch.isMadeTrueByWindows() ? paintNanos : 0;
    }

    /**
     * The same after input that has been sent: a server may send no frames while it takes input.
     *
     * @param sentAt when the last of it was
     */
    public void windowsMayCome(long paintNanos, long sentAt) {
        windowsMayCome(paintNanos);
        inputEndedAt = Math.max(inputEndedAt, sentAt);
    }

    /**
     * From now on what is true by silence alone, as {@code settles} is, is an answer only when the server has answered
     * for as long, and once more after it: until then frames still count.
     */
    public void provedBy(ServerAnswers answers) {
        server = answers;
    }

    /**
     * Whether something is awaited that is certain by silence: then the server is to be asked all the time, also while
     * it sends frames.
     */
    public boolean awaitsSilence() {
        return state == State.RUNNING
                && firedAt != Timing.NEVER
                && (candidate != null || watch.holdsUnlessChangedBy().isPresent());
    }

    /**
     * Tells the condition for how long the server has not answered. To be called before a frame, or the time, is
     * evaluated.
     */
    private void account(long now) {
        ServerAnswers asked = server;
        standing = false;
        long since = accountedUntil == Timing.NEVER ? firedAt : accountedUntil;
        if (asked == null || !asked.canBeAsked() || now <= since) {
            return;
        }
        for (SilentInterval stop : asked.stops(since, now)) {
            watch.stood(stop);
            WatchResult found = candidate;
            if (found != null && finalAt(found) > stop.from()) {
                stoodSinceCandidate += stop.nanos();
            }
            stoodLate += Math.max(0, stop.since(firedAt + withinNanos).nanos());
            standing = stop.until() == now;
        }
        accountedUntil = now;
    }

    /** Those times in which the server has not answered that the condition knows, after this instant. */
    private List<SilentInterval> toldSince(long instant) {
        ServerAnswers asked = server;
        return asked == null || !asked.canBeAsked() || accountedUntil == Timing.NEVER
                ? List.of()
                : asked.stops(instant, accountedUntil);
    }

    /** Only the first call counts: later events of the same operation do not restart the clock. */
    public void fired(long at) {
        if (firedAt != Timing.NEVER) {
            return;
        }
        firedAt = at;
        lastFrameAt = at;
        intervals.begin(at);
        heldBeforeInput = keptHeldSince != Timing.NEVER && keptHeldSince <= at;
        if (keptArrivedAt > at) {
            see(new FrameUpdate(screenMatcher.frame(), keptDamage, keptArrivedAt, keptSequence));
        } else if (keptArrivedAt != Timing.NEVER) {
            rearm();
        }
        keptDamage.clear();
    }

    private void rearm() {
        if (!windowOpen) {
            watch.rearm();
        }
    }

    /** Until {@link #allInputSent} no frame is a response. */
    public void moreInputFollows() {
        moreInput = true;
        watch.inputUntil(Long.MAX_VALUE, List.of());
    }

    /**
     * The last input has been sent.
     *
     * @param at when its last event was
     */
    public void allInputSent(long at) {
        moreInput = false;
        inputSent(at);
    }

    /**
     * Input was sent at this instant, which need not be that of the operation: what the screen has or has not shown
     * until then does not say how it answers.
     */
    public void inputSent(long at) {
        inputEndedAt = Math.max(inputEndedAt, at);
        if (!moreInput) {
            watch.inputUntil(inputEndedAt, toldSince(inputEndedAt));
        }
    }

    /**
     * A window has come that a handler dismisses. Until {@link #windowGone} or {@link #windowStays} no frame is a
     * response.
     */
    public void windowCame() {
        windowOpen = true;
        WatchResult doubted = candidate;
        if (doubted != null) {
            candidate = null;
            windowSince = doubted.lastWithoutAt();
        }
    }

    /** A window that was given up is a part of the picture with which this was armed: that it goes is no response. */
    public void armedWithWindow() {
        windowStays = true;
    }

    /** The window is still there, and is given up. */
    public void windowStays(StayingWindow window) {
        if (windowOpen) {
            windowOpen = false;
            windowStays = true;
            windowSince = Long.MAX_VALUE;
            watch.windowStays(window);
        }
    }

    /**
     * The window has gone, and the first frame without it was evaluated; no frame that still shows it is a response,
     * and the condition is evaluated without it.
     */
    public void windowGone(GoneWindow known) {
        if (!windowOpen && !(windowStays && known.hadStayed())) {
            return;
        }
        windowStays &= !known.hadStayed();
        windowCame(); // What one that was given up changed when it went may have been taken for an answer.
        windowOpen = false;
        GoneWindow window = known.seenSince(windowSince);
        windowSince = Long.MAX_VALUE;
        if (firedAt != Timing.NEVER && window.goneAt() > firedAt) {
            watch.windowGone(window, toldSince(window.goneAt()));
            earliest = new WatchResult(window.lastShownAt(), window.goneAt(), window.goneAt());
        } else if (firedAt != Timing.NEVER) {
            watch.rearm(); // The frame without it had arrived before the input.
        }
    }

    /** The result of the condition, but not earlier than the end of the last window. */
    private @Nullable WatchResult answerOf(long now) {
        WatchResult found = watch.answer(now);
        WatchResult bound = earliest;
        if (found == null || bound == null || found.shownAt() >= bound.shownAt()) {
            return found;
        }
        return new WatchResult(
                Math.max(found.lastWithoutAt(), bound.lastWithoutAt()),
                bound.shownAt(),
                Math.max(found.certainAt(), bound.certainAt()),
                found.bySilence());
    }

    /** Whether the condition was true, or may have been, when the first event was sent: then no frame is a response. */
    public boolean heldBeforeInput() {
        return heldBeforeInput;
    }

    /** A frame has arrived. */
    public void frame(FrameUpdate update) {
        if (firedAt == Timing.NEVER) {
            keptDamage.addAll(update.damage());
            keptArrivedAt = update.arrivedAt();
            keptSequence = update.sequence();
            // Landmarks are searched now, because the screen may already be painting the next frame when the input is
            // reported.
            if (!watch.mayHoldAlready()) {
                keptHeldSince = Timing.NEVER;
            } else if (keptHeldSince == Timing.NEVER) {
                keptHeldSince = update.arrivedAt();
            }
        } else if (update.arrivedAt() <= firedAt) {
            rearm();
        } else {
            see(update);
        }
    }

    /** What frames show from now on had not been there at this instant: a probe that was sent then proves it. */
    public void unchangedUntil(long instant) {
        unchangedUntil = Math.max(unchangedUntil, instant);
    }

    private void see(FrameUpdate update) {
        account(update.arrivedAt());
        if (candidate != null || watch.answer(update.arrivedAt()) != null) {
            // The region had settled before this frame.
            judge(update.arrivedAt());
        }
        intervals.observe(new Observation.Picture(update));
        if (state == State.RUNNING) {
            watch.see(Math.max(lastFrameAt, unchangedUntil), update);
            lastFrameAt = update.arrivedAt();
            judge(update.arrivedAt());
        }
    }

    /**
     * Decides at this instant, with all frames that arrived until then. A condition that became true later than
     * {@code within} has expired, even if this method was not called in between.
     */
    public State judge(long now) {
        if (state != State.RUNNING || firedAt == Timing.NEVER) {
            return state;
        }
        judgedAt = now;
        account(now);
        boolean later = moreInput || windowOpen;
        if (!later && (candidate == null || !isProved(candidate))) {
            reconsider(answerOf(now));
        }
        WatchResult found = candidate;
        if (found != null && isFinal(found, now)) {
            answer = new WatchResult(
                    found.lastWithoutAt(), found.shownAt(), Math.max(found.certainAt(), finalAt(found)));
            state = found.shownAt() - firedAt <= withinNanos ? State.SHOWN : State.EXPIRED;
        } else if (now - firedAt >= withinNanos && (later || isOver(now))) {
            state = State.EXPIRED;
        }
        return state;
    }

    /** Whether nothing that comes can be an answer in time; the time for one is over. */
    private boolean isOver(long now) {
        if (candidate == null && !mayStillSettle()) {
            return true;
        }
        ServerAnswers asked = server;
        if (asked == null || !asked.canBeAsked()) {
            return false;
        }
        long waiting = asked.waitingSince();
        if (waiting != Timing.NEVER && now - waiting >= SERVER_PATIENCE_NANOS) {
            silentSince = waiting;
            return true;
        }
        // It answers now and then, and never for long enough.
        tooSeldom = stoodLate >= SELDOM_NANOS;
        return tooSeldom;
    }

    private void reconsider(@Nullable WatchResult found) {
        if (found == null || candidate == null || found.shownAt() != candidate.shownAt()) {
            stoodSinceCandidate = 0;
        }
        candidate = found;
    }

    /** What was seen needs no proof; that nothing more came may be the silence of a server that hangs. */
    private boolean isProved(WatchResult found) {
        return !found.bySilence() || isAnsweredSince(found.certainAt());
    }

    /**
     * Whether what is proved is an answer: that no window has come, which may be the reason for it, is silence, too.
     */
    private boolean isFinal(WatchResult found, long now) {
        return isProved(found) && now >= finalAt(found) && (windowPaintNanos == 0 || isAnsweredSince(finalAt(found)));
    }

    /** Whether the server has answered a question that is not older; also where it cannot be asked. */
    private boolean isAnsweredSince(long instant) {
        ServerAnswers asked = server;
        return asked == null || !asked.canBeAsked() || asked.answeredSince(instant);
    }

    private long finalAt(WatchResult found) {
        return windowPaintNanos == 0
                ? found.shownAt()
                : Math.max(found.shownAt(), inputEndedAt) + windowPaintNanos + stoodSinceCandidate;
    }

    /** The last change was in time; only its quiet time has not ended. */
    private boolean mayStillSettle() {
        OptionalLong by = watch.holdsUnlessChangedBy();
        WatchResult ifQuiet = by.isPresent() ? watch.answer(by.getAsLong()) : null;
        return ifQuiet != null && ifQuiet.shownAt() - firedAt <= withinNanos;
    }

    /**
     * Arrival of the frame that is the response, or will be unless the screen changes; {@link Timing#NEVER} if there is
     * none.
     */
    public long likelyShownAt() {
        WatchResult found = (moreInput || windowOpen) && firedAt != Timing.NEVER ? answerOf(lastFrameAt) : candidate;
        if (found != null) {
            return found.shownAt();
        }
        OptionalLong by = firedAt == Timing.NEVER ? OptionalLong.empty() : watch.holdsUnlessChangedBy();
        WatchResult ifQuiet = by.isPresent() ? watch.answer(by.getAsLong()) : null;
        return ifQuiet == null ? Timing.NEVER : ifQuiet.shownAt();
    }

    /** When to call {@link #judge} again if no frame arrives; only after the input. */
    public long nextLookAt() {
        WatchResult found = candidate;
        if (found != null) {
            boolean decided = isProved(found) && !standing && judgedAt < finalAt(found);
            return decided ? finalAt(found) : Math.max(finalAt(found), judgedAt + LOOK_NANOS);
        }
        OptionalLong settled = moreInput || windowOpen ? OptionalLong.empty() : watch.holdsUnlessChangedBy();
        long due = settled.isPresent() ? settled.getAsLong() : firedAt + withinNanos;
        // What is due may be later by then.
        return standing ? Math.max(due, judgedAt + LOOK_NANOS) : due;
    }

    /** Present in {@link State#SHOWN}. */
    public @Nullable WatchResult answer() {
        return state == State.SHOWN ? answer : null;
    }

    /** {@link Timing#NEVER} before the first event is sent. */
    public long firedAt() {
        return firedAt;
    }

    /** Arrival of the last evaluated frame, the time of the input if there was none, {@link Timing#NEVER} before. */
    public long lastFrameAt() {
        return lastFrameAt;
    }

    /**
     * The pauses between frames; begun with the input, and not ended with the answer: other steps of the operation may
     * follow.
     */
    public Series intervals() {
        return intervals;
    }

    public boolean holdsAlready() {
        return watch.holdsAlready();
    }

    /** The same, or it stays open whether it is: what may be true before the input is no response to it. */
    public boolean mayHoldAlready() {
        return watch.mayHoldAlready();
    }

    /** What says that the condition may be true, where the picture leaves it open; empty if it is decided. */
    public String doubt() {
        return watch.mayHoldAlready() && !watch.holdsAlready()
                ? "; the picture leaves open whether it is: " + watch.describe()
                : "";
    }

    /** What has not happened where the condition is not true, for display: {@code not seen}. */
    public String missed() {
        return watch.missed();
    }

    /** Describes the current state of the condition. */
    public String describe() {
        return silence().orElseGet(watch::describe);
    }

    private Optional<String> silence() {
        ServerAnswers asked = server;
        if (asked == null || (silentSince == Timing.NEVER && !tooSeldom)) {
            return Optional.empty();
        }
        return Optional.of(tooSeldom ? TOO_SELDOM : asked.silence(silentSince, judgedAt));
    }

    /** The same where a window in front of the rest is the likely reason. */
    public String describeMiss() {
        return silence().orElseGet(watch::describeMiss);
    }

    public List<Rect> places() {
        return watch.places();
    }

    /** What keeps the condition from becoming true, for display. */
    public List<Rect> moving() {
        return watch.moving();
    }
}
