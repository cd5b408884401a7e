package io.deskmeter.agent.session.operation;

import io.deskmeter.agent.session.handler.WindowHandlers;
import io.deskmeter.agent.watch.Measurement;
import io.deskmeter.agent.watch.Watch;
import io.deskmeter.agent.watch.WatchFactory;
import io.deskmeter.agent.watch.WatchResult;
import io.deskmeter.agent.watch.landmark.ScreenMatcher;
import io.deskmeter.agent.watch.landmark.UnusableScreenException;
import io.deskmeter.agent.watch.window.WindowArea;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.vision.compare.RegionMemory;
import io.deskmeter.workload.step.Condition;
import io.deskmeter.workload.step.Step;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Changes of the screen that are awaited after input, compared with the picture from before that input. The application
 * may have painted before it is known that all input has been sent, as where a text leaves in pieces: compared with a
 * later picture, nothing would change any more. So the condition sees the frames since the first input, too, and the
 * picture from before it is kept for what cannot be armed before: a region around a landmark is where the landmark is
 * in the end.
 */
final class ChangesByInput {
    private final Condition condition;
    private final ScreenMatcher screenMatcher;
    private final WindowHandlers windows;
    private final LongSupplier firstSentAt;

    /** The picture from before the input, without a window that handlers dismiss. */
    private final Frame before;

    /** Armed before the input; null where that is not possible, or a window has spoilt it. */
    private @Nullable Watch early;

    /** Of it, those that go on when the condition is awaited, in their order. */
    private final Queue<Watch> parts = new ArrayDeque<>();

    private long seenAt = Timing.NEVER;
    private long sequence;

    /**
     * What was true with the last frame, and what has been true for so long that no window can be the reason for it.
     */
    private @Nullable WatchResult candidate;

    private @Nullable WatchResult answer;
    private @Nullable Rect resizedTo;
    private boolean windowCame;

    /** Whether the condition looks at other places by now. */
    private boolean moved;

    private ChangesByInput(
            Condition condition,
            ScreenMatcher screenMatcher,
            WindowHandlers windows,
            long now,
            LongSupplier firstSentAt) {
        this.condition = condition;
        this.screenMatcher = screenMatcher;
        this.windows = windows;
        this.firstSentAt = firstSentAt;
        this.before = screenMatcher.frame().copy();
        arm(now);
    }

    /** Whether what follows a step that sends input awaits changes, alone or among others. */
    static boolean areAwaited(Optional<Step> following) {
        return awaited(following).isPresent();
    }

    private static Optional<Condition> awaited(Optional<Step> following) {
        return following
                .filter(Step.Await.class::isInstance)
                .map(await -> ((Step.Await) await).until().condition())
                .filter(condition -> condition.leaves().anyMatch(Condition.Changes.class::isInstance));
    }

    /**
     * Armed before a step that sends input; empty if what follows awaits no change.
     *
     * @param firstSentAt when the first input of the step left; {@link Timing#NEVER} before. Known before any frame
     *     that was taken after it is shown
     */
    static Optional<ChangesByInput> armed(
            Optional<Step> following,
            ScreenMatcher screenMatcher,
            WindowHandlers windows,
            long now,
            LongSupplier firstSentAt) {
        return awaited(following)
                .map(condition -> new ChangesByInput(condition, screenMatcher, windows, now, firstSentAt));
    }

    private void arm(long now) {
        try {
            Watch watch = WatchFactory.await(condition, screenMatcher, now, before, part -> {
                parts.add(part);
                return Optional.empty();
            });
            watch.mayHoldAlready(); // a landmark that was there is known to be behind a window later
            early = watch;
        } catch (UnusableScreenException e) {
            spoilt();
        }
    }

    private void spoilt() {
        early = null;
        parts.clear();
        candidate = null;
    }

    /** A frame that was shown before the condition is awaited. */
    void frame(FrameUpdate update) {
        if (!update.frame().bounds().equals(before.bounds())) {
            resizedTo = resizedTo == null ? update.frame().bounds() : resizedTo;
        }
        if (resizedTo != null) {
            return;
        }
        long sentAt = firstSentAt.getAsLong();
        if (sentAt == Timing.NEVER || update.arrivedAt() <= sentAt) {
            beforeInput(update);
            return;
        }
        confirm(update.arrivedAt());
        Watch looking = early;
        if (looking != null) {
            looking.see(Math.max(seenAt, sentAt), update);
            WatchResult found = windowCame ? null : looking.answer(update.arrivedAt());
            // Silence says nothing while input is sent.
            candidate = found == null || found.bySilence() ? null : found;
        }
        seenAt = update.arrivedAt();
        sequence = update.sequence();
        confirm(seenAt);
    }

    /**
     * The first answer counts. A window is painted before the picture by which it is known, so a frame must tell that
     * none has come.
     */
    private void confirm(long at) {
        WatchResult found = candidate;
        long paintNanos = windows.mayCome() ? WindowHandlers.SEEN_NANOS : 0;
        if (answer == null && found != null && at - found.shownAt() >= paintNanos) {
            answer = found;
        }
    }

    private void beforeInput(FrameUpdate update) {
        Optional<Rect> window = windows.openPlace();
        if (window.isPresent()) {
            spoilt();
            keepBeside(areaOf(window.get()));
            return;
        }
        if (windowCame) {
            keep(before.bounds());
        } else {
            update.damage().forEach(this::keep);
        }
        windowCame = false;
        Watch armed = early;
        if (armed != null) {
            armed.rearm();
            armed.mayHoldAlready();
        }
    }

    private Rect areaOf(Rect window) {
        return WindowArea.of(RegionMemory.remember(before, before.bounds()), screenMatcher.frame(), window)
                .bounds();
    }

    private void keepBeside(Rect window) {
        Rect all = before.bounds();
        keep(new Rect(0, 0, all.width(), window.y()));
        keep(new Rect(0, window.bottom(), all.width(), all.height() - window.bottom()));
        keep(new Rect(0, window.y(), window.x(), window.height()));
        keep(new Rect(window.right(), window.y(), all.width() - window.right(), window.height()));
    }

    private void keep(Rect damage) {
        Rect part = damage.intersection(before.bounds());
        for (int y = part.y(); y < part.bottom(); y++) {
            int at = y * before.width() + part.x();
            System.arraycopy(screenMatcher.frame().pixels(), at, before.pixels(), at, part.width());
        }
    }

    /** A window has come that a handler dismisses, or has gone: what it changes is no change by the input. */
    void windowsChanged() {
        windowCame = true;
        candidate = null;
    }

    boolean hadWindow() {
        return windowCame;
    }

    /** Why nothing tells whether there was a change: the desktop had another size meanwhile. Empty if it had not. */
    Optional<String> whyNotComparable() {
        return Optional.ofNullable(resizedTo).map(size -> Measurement.notComparable(before.bounds(), size));
    }

    /**
     * The condition, which compares with the picture from before the input.
     *
     * @throws UnusableScreenException as {@link WatchFactory#arm}
     */
    Watch await(long now) {
        return WatchFactory.await(condition, screenMatcher, now, before, this::earlier);
    }

    private Optional<Watch> earlier(Watch armedNow) {
        Optional<Watch> same =
                Optional.ofNullable(parts.poll()).filter(part -> part.places().equals(armedNow.places()));
        moved |= same.isEmpty();
        return same;
    }

    /**
     * The answer to the input, which need not be there any more; empty if there was none. To be called after
     * {@link #await}.
     */
    Optional<WatchResult> answer() {
        return moved ? Optional.empty() : Optional.ofNullable(answer);
    }

    /** The picture that has come since the input, as an update of the whole screen; empty if none has come. */
    Optional<FrameUpdate> shown() {
        Frame now = screenMatcher.frame();
        return seenAt == Timing.NEVER
                ? Optional.empty()
                : Optional.of(new FrameUpdate(now, List.of(now.bounds()), seenAt, sequence));
    }
}
