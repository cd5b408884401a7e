package io.deskmeter.agent.step;

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
    private boolean ended;

    public OperationInput(Screen screen) {
        this.screen = screen;
    }

    @Override
    public synchronized CompletableFuture<Long> fire(List<InputEvent> events) {
        if (ended) {
            return CompletableFuture.failedFuture(new CancellationException("the operation has ended"));
        }
        for (InputEvent event : events) {
            if (event instanceof InputEvent.Pointer pointer) {
                last = pointer;
            }
        }
        return screen.fire(events);
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
        if (last != null && last.buttons() != 0) {
            var unused = screen.fire(List.of(new InputEvent.Pointer(last.x(), last.y(), 0)))
                    .whenComplete((at, failure) -> {
                        if (failure != null) {
                            LOG.warn("a mouse button stays pressed: {}", failure.toString());
                        }
                    });
        }
    }
}
