package io.deskmeter.agent.session.operation;

import io.deskmeter.agent.watch.Measurement;
import io.deskmeter.agent.watch.Watch;
import io.deskmeter.agent.watch.WatchFactory;
import io.deskmeter.agent.watch.WatchResult;
import io.deskmeter.agent.watch.landmark.ScreenMatcher;
import io.deskmeter.agent.watch.landmark.UnusableScreenException;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.workload.step.Condition;
import io.deskmeter.workload.step.Step;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The changes of the screen that are awaited after input, compared with the picture from before that input. The application may have painted before it is known that all input has been sent, as where a text
 * leaves in pieces: compared with a later picture, nothing would change any more.
 */
final class ChangesByInput {
    private final ScreenMatcher screenMatcher;
    private final LongSupplier firstSentAt;
    /** One of each {@code changes} within the condition, in their order; empty where it cannot be armed. */
    private final Queue<Optional<Watch>> armed;

    private final boolean alone;
    private final Rect armedWith;

    private long seenAt = Timing.NEVER;
    private long sequence;
    private @Nullable WatchResult answer;
    private @Nullable Rect resizedTo;
    private boolean windowCame;

    private ChangesByInput(
            ScreenMatcher screenMatcher, LongSupplier firstSentAt, Queue<Optional<Watch>> armed, boolean alone) {
        this.screenMatcher = screenMatcher;
        this.firstSentAt = firstSentAt;
        this.armed = armed;
        this.alone = alone;
        this.armedWith = screenMatcher.frame().bounds();
    }

    /**
     * Armed before a step that sends input; empty if what follows awaits no change, or none that can be armed, which it says itself when it begins.
     *
     * @param firstSentAt when the first input of the step left; {@link Timing#NEVER} before. Known before any frame that was taken after it is shown
     */
    static Optional<ChangesByInput> armed(
            Step following, ScreenMatcher screenMatcher, long now, LongSupplier firstSentAt) {
        Queue<Optional<Watch>> armed = new ArrayDeque<>();
        boolean alone = false;
        if (following instanceof Step.Await await) {
            Condition condition = await.until().condition();
            alone = condition instanceof Condition.Changes;
            condition.leaves().forEach(leaf -> {
                if (leaf instanceof Condition.Changes changes) {
                    armed.add(arm(changes, screenMatcher, now));
                }
            });
        }
        return armed.stream().anyMatch(Optional::isPresent)
                ? Optional.of(new ChangesByInput(screenMatcher, firstSentAt, armed, alone))
                : Optional.empty();
    }

    private static Optional<Watch> arm(Condition.Changes changes, ScreenMatcher screenMatcher, long now) {
        try {
            return Optional.of(WatchFactory.await(changes, screenMatcher, now));
        } catch (UnusableScreenException e) {
            return Optional.empty();
        }
    }

    /** A frame that was shown while the step was being performed. */
    void frame(FrameUpdate update) {
        if (!update.frame().bounds().equals(armedWith)) {
            resizedTo = resizedTo == null ? update.frame().bounds() : resizedTo;
        }
        if (windowCame || resizedTo != null) {
            return;
        }
        long sentAt = firstSentAt.getAsLong();
        if (sentAt == Timing.NEVER || update.arrivedAt() <= sentAt) {
            // It is the picture from before the input.
            armed.forEach(watch -> watch.ifPresent(Watch::rearm));
            return;
        }
        long previousAt = Math.max(seenAt, sentAt);
        armed.forEach(watch -> watch.ifPresent(one -> one.see(previousAt, update)));
        seenAt = update.arrivedAt();
        sequence = update.sequence();
        if (alone && answer == null) {
            answer = armed.element().map(watch -> watch.answer(seenAt)).orElse(null);
        }
    }

    /** A window has come that a handler dismisses: what it changes is no change by the input. What has changed besides is seen when it has gone. */
    void windowCame() {
        windowCame = true;
        answer = null;
    }

    boolean hadWindow() {
        return windowCame;
    }

    /** The answer to the input, where the change is all that is awaited: it need not be there any more. Empty if there was none. */
    Optional<WatchResult> answer() {
        return Optional.ofNullable(answer);
    }

    /** Why nothing tells whether there was a change: the desktop had another size meanwhile. Empty if it had not. */
    Optional<String> whyNotComparable() {
        return Optional.ofNullable(resizedTo).map(size -> Measurement.notComparable(armedWith, size));
    }

    /** The picture that has come since the input, as an update of the whole screen; empty if none has come. */
    Optional<FrameUpdate> shown() {
        Frame now = screenMatcher.frame();
        return seenAt == Timing.NEVER
                ? Optional.empty()
                : Optional.of(new FrameUpdate(now, List.of(now.bounds()), seenAt, sequence));
    }

    /** The next one that is armed with the picture from before the input, in the order of the condition; this one if it looks at another place by now. */
    Watch earlier(Watch armedNow) {
        return Optional.ofNullable(armed.poll())
                .flatMap(watch -> watch)
                .filter(watch -> watch.places().equals(armedNow.places()))
                .orElse(armedNow);
    }
}
