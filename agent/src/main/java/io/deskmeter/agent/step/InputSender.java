package io.deskmeter.agent.step;

import io.deskmeter.agent.watch.landmark.ScreenMatcher;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.Keyboard;
import io.deskmeter.workload.step.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Performs steps on one screen.
 *
 * <p>Every method is called on the session's executor; the futures complete on any thread, with the instant read
 * immediately before the step's first event was sent, or {@link Timing#NEVER} if the step sends nothing. They fail with
 * a {@link StepException}, an {@link io.deskmeter.agent.watch.landmark.UnusableScreenException} or the screen's
 * exception.
 */
public final class InputSender {
    /** The pointer moves smoothly: a typical mouse reports about 60 positions a second. */
    private static final long DRAG_STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(16);

    /**
     * The pause between a click and a key. A window manager delays a click while it changes the focus; keys sent at the
     * same moment overtake it and reach the window that had the focus before.
     */
    private static final Duration MOUSE_TO_KEYS = Duration.ofMillis(50);

    private static final int LEFT = 1;

    private final OperationInput screen;
    private final ScreenMatcher screenMatcher;
    private final ScheduledExecutorService timers;
    private final TextSender texts;
    private boolean onMouse;
    private volatile long begunAt = Timing.NEVER;

    /**
     * @param screen of the operation: what is typed before its measured part is looked back at as what is typed in it
     */
    public InputSender(OperationInput screen, ScreenMatcher screenMatcher, ScheduledExecutorService timers) {
        this.screen = screen;
        this.screenMatcher = screenMatcher;
        this.timers = timers;
        this.texts = new TextSender(screen, timers);
    }

    /**
     * Performs a step that only sends input.
     *
     * @param step anything but {@code launch}, {@code run}, {@code await} and gestures
     */
    public CompletableFuture<Long> perform(Step step) {
        if (step instanceof Step.Type type) {
            return screen.typing(type.text())
                    .thenCompose(known -> texts.type(type, keys -> press(keys).thenApply(this::begun)));
        }
        if (step instanceof Step.Keys keys) {
            return press(keys);
        }
        if (step instanceof Step.Click click) {
            return point(PointerEvents.click(
                    PointResolver.resolve(click.place(), screenMatcher), click.button(), click.count()));
        }
        if (step instanceof Step.Scroll scroll) {
            return point(PointerEvents.scroll(PointResolver.resolve(scroll.place(), screenMatcher), scroll.notches()));
        }
        if (step instanceof Step.Drag drag) {
            return drag(drag);
        }
        if (step instanceof Step.Wait pause) {
            return later(pause.duration()).thenApply(ignored -> Timing.NEVER);
        }
        throw new IllegalArgumentException("step: " + step + " (expected: one that only sends input)");
    }

    /**
     * When the first event of a step left that takes time, a text or a drag, though the rest of it may follow;
     * {@link Timing#NEVER} before. Known before any frame that was taken after it is shown.
     */
    public long begunAt() {
        return begunAt;
    }

    private long begun(long at) {
        begunAt = at;
        return at;
    }

    /** Nothing of the next step has been sent. */
    public void stepBegins() {
        screen.stepBegins();
    }

    /**
     * When the first input of the step was sent; {@link Timing#NEVER} if none was. Known before any frame that was
     * taken after it is shown.
     */
    public long firstSentAt() {
        return screen.firstFiredAt();
    }

    /** When the last input was sent so far; {@link Timing#NEVER} if none was. */
    public long lastSentAt() {
        return screen.lastFiredAt();
    }

    /** Characters that a keyboard may lack, or that Caps Lock changes, are asked for as those of a text. */
    private CompletableFuture<Long> press(Step.Keys keys) {
        String letters = keys.letters();
        String asked = keys.rare() + letters;
        List<InputEvent> events = chords(keys.chords());
        return asked.isEmpty()
                ? press(events)
                : screen.typing(letters)
                        .thenCompose(known -> screen.prepare(asked))
                        .thenCompose(ready -> press(events));
    }

    /** See {@link OperationInput#lookBack()}. */
    public CompletableFuture<Void> lookBack() {
        return screen.lookBack();
    }

    private CompletableFuture<Long> press(List<InputEvent> keys) {
        if (!onMouse) {
            return screen.fire(keys);
        }
        onMouse = false;
        return later(MOUSE_TO_KEYS).thenCompose(ignored -> screen.fire(keys));
    }

    private CompletableFuture<Long> point(List<InputEvent> moves) {
        onMouse = true;
        return screen.fire(moves);
    }

    private static List<InputEvent> chords(List<String> chords) {
        List<InputEvent> events = new ArrayList<>();
        chords.forEach(chord -> events.addAll(Keyboard.chord(chord)));
        return events;
    }

    private CompletableFuture<Long> drag(Step.Drag drag) {
        PointResolver.Point from = PointResolver.resolve(drag.from(), screenMatcher);
        PointResolver.Point to = PointResolver.resolve(drag.to(), screenMatcher);
        int moves = (int) Math.max(1, drag.duration().toNanos() / DRAG_STEP_NANOS);
        Duration pause = drag.duration().dividedBy(moves);
        return point(List.of(PointerEvents.pointer(from, 0), PointerEvents.pointer(from, LEFT)))
                .thenApply(this::begun)
                .thenCompose(firedAt -> move(from, to, 1, moves, pause)
                        .thenCompose(moved -> screen.fire(List.of(PointerEvents.pointer(to, 0))))
                        .thenApply(released -> firedAt));
    }

    private CompletableFuture<?> move(
            PointResolver.Point from, PointResolver.Point to, int move, int moves, Duration pause) {
        if (move > moves) {
            return CompletableFuture.completedFuture(0L);
        }
        PointResolver.Point at = from.towards(to, (double) move / moves);
        return later(pause)
                .thenCompose(ignored -> screen.fire(List.of(PointerEvents.pointer(at, LEFT))))
                .thenCompose(ignored -> move(from, to, move + 1, moves, pause));
    }

    private CompletableFuture<?> later(Duration pause) {
        CompletableFuture<?> done = new CompletableFuture<>();
        var unused = timers.schedule(() -> done.complete(null), pause.toNanos(), TimeUnit.NANOSECONDS);
        return done;
    }
}
