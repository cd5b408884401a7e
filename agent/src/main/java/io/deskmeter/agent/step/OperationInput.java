package io.deskmeter.agent.step;

import io.deskmeter.measure.timing.Timing;
import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.Keysyms;
import io.deskmeter.screen.ProbeAnswer;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.UntypableText;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The screen as one operation uses it. Once the operation has ended, however it did, no input of it is sent any more,
 * and a button that it holds is released: a drag that was cut short must not leave the desktop with a pressed button.
 * Thread-safe.
 */
public final class OperationInput implements Screen {
    private static final Logger LOG = LoggerFactory.getLogger(OperationInput.class);

    private final Screen screen;
    private InputEvent.@Nullable Pointer last;

    /** Of the last pointer events; fails where they may not have been sent. */
    private CompletableFuture<Long> lastSent = CompletableFuture.completedFuture(0L);

    private volatile long lastFiredAt = Timing.NEVER;

    private volatile long firstFiredAt = Timing.NEVER;

    /** The letters that were typed so far, which Caps Lock changes, and when the first of them left. */
    private String typed = "";

    private long typedAt = Timing.NEVER;
    private boolean ended;

    public OperationInput(Screen screen) {
        this.screen = screen;
    }

    @Override
    public synchronized CompletableFuture<Long> fire(List<InputEvent> events) {
        if (ended) {
            return CompletableFuture.failedFuture(new CancellationException("the operation has ended"));
        }
        InputEvent.Pointer pointer = lastPointer(events);
        if (pointer == null) {
            return noted(screen.fire(events));
        }
        last = pointer;
        // In case that the screen throws.
        lastSent = CompletableFuture.failedFuture(new IllegalStateException("the screen has not taken " + pointer));
        lastSent = noted(screen.fire(events));
        return lastSent;
    }

    /** Fails as the screen does, and not with that as a cause. */
    private CompletableFuture<Long> noted(CompletableFuture<Long> sent) {
        CompletableFuture<Long> told = new CompletableFuture<>();
        var unused = sent.whenComplete((at, failure) -> {
            if (failure == null) {
                lastFiredAt = at;
                firstFiredAt = firstFiredAt == Timing.NEVER ? at : firstFiredAt;
                noteTyped(at);
                told.complete(at);
            } else {
                told.completeExceptionally(failure);
            }
        });
        return told;
    }

    private synchronized void noteTyped(long at) {
        if (!typed.isEmpty() && typedAt == Timing.NEVER) {
            typedAt = at;
        }
    }

    /**
     * A text is typed next, or letters are pressed. What was typed before is looked at first: it need not be typed any
     * more if that has not arrived as meant.
     *
     * @param text of which only letters count that there are in two cases
     */
    synchronized CompletableFuture<Void> typing(String text) {
        CompletableFuture<Void> known = lookBack();
        typed += UntypableText.of(text, c -> !Keysyms.hasCases(c)).stream()
                .map(Character::toString)
                .collect(Collectors.joining());
        return known;
    }

    /**
     * Fails if letters that were typed since the operation began, in whichever part of it, have not arrived as meant,
     * as far as the server has told by now.
     */
    public synchronized CompletableFuture<Void> lookBack() {
        return typedAt == Timing.NEVER ? CompletableFuture.completedFuture(null) : screen.lookBack(typed, typedAt);
    }

    /**
     * When the last input was sent so far; {@link Timing#NEVER} if none was. Known before any frame that was taken
     * after it is shown.
     */
    public long lastFiredAt() {
        return lastFiredAt;
    }

    /** Nothing of the next step has been sent. */
    void stepBegins() {
        firstFiredAt = Timing.NEVER;
    }

    /**
     * When the first input of the step was sent; {@link Timing#NEVER} if none was. Known before any frame that was
     * taken after it is shown.
     */
    long firstFiredAt() {
        return firstFiredAt;
    }

    private static InputEvent.@Nullable Pointer lastPointer(List<InputEvent> events) {
        InputEvent.Pointer last = null;
        for (InputEvent event : events) {
            last = event instanceof InputEvent.Pointer pointer ? pointer : last;
        }
        return last;
    }

    @Override
    public synchronized CompletableFuture<Void> prepare(String text) {
        return ended
                ? CompletableFuture.failedFuture(new CancellationException("the operation has ended"))
                : screen.prepare(text);
    }

    @Override
    public CompletableFuture<Void> lookBack(String text, long since) {
        return screen.lookBack(text, since);
    }

    @Override
    public CompletableFuture<ProbeAnswer> probe() {
        return screen.probe();
    }

    /** The operation ends; idempotent. The screen stays open. */
    @Override
    public synchronized void close() {
        if (ended) {
            return;
        }
        ended = true;
        InputEvent.Pointer at = last;
        if (at != null && (at.buttons() != 0 || lastSent.isCompletedExceptionally())) {
            release(at);
        }
    }

    /** What ends an operation must go on, so a failure is only reported. */
    private void release(InputEvent.Pointer at) {
        try {
            var unused = screen.fire(List.of(new InputEvent.Pointer(at.x(), at.y(), 0)))
                    .whenComplete((firedAt, failure) -> {
                        if (failure != null) {
                            staysPressed(failure);
                        }
                    });
        } catch (RuntimeException | Error e) {
            staysPressed(e);
        }
    }

    private static void staysPressed(Throwable failure) {
        LOG.warn("a mouse button may stay pressed until the screen is closed: {}", failure.toString());
    }
}
