package io.deskmeter.agent.step;

import io.deskmeter.measure.timing.Timing;
import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.ProbeAnswer;
import io.deskmeter.screen.Screen;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The screen as one operation uses it. Once the operation has ended, however it did, no input of it is sent any more, and a button that it holds is released: a drag that was cut short must not
 * leave the desktop with a pressed button. Thread-safe.
 */
public final class OperationInput implements Screen {
    private static final Logger LOG = LoggerFactory.getLogger(OperationInput.class);

    private final Screen screen;
    private InputEvent.@Nullable Pointer last;

    /** Of the last pointer events; fails where they may not have been sent. */
    private CompletableFuture<Long> lastSent = CompletableFuture.completedFuture(0L);

    private volatile long lastFiredAt = Timing.NEVER;
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
                told.complete(at);
            } else {
                told.completeExceptionally(failure);
            }
        });
        return told;
    }

    /** When the last input was sent so far; {@link Timing#NEVER} if none was. Known before any frame that was taken after it is shown. */
    public long lastFiredAt() {
        return lastFiredAt;
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
    public CompletableFuture<Void> lookBack(String text) {
        return screen.lookBack(text);
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
