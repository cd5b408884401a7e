package io.deskmeter.agent.pairing;

import io.deskmeter.agent.platform.UserDisplay;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Shows codes on the display that this process runs on, one at a time. Thread-safe. */
public final class PairingWindow implements PairingCodeDisplay {
    private static final Logger LOG = LoggerFactory.getLogger(PairingWindow.class);

    /**
     * The window is raised repeatedly, because windows that a session opens itself, such as a welcome dialog, may cover
     * it.
     */
    private static final Duration RAISE_EVERY = Duration.ofSeconds(1);

    private final UserDisplay display;
    private final ScheduledExecutorService timers;
    private @Nullable Shown shown;

    private record Shown(CompletableFuture<UserDisplay.Overlay> window, Future<?> raising) {
        private void close() {
            raising.cancel(false);
            var unused = window.thenAccept(UserDisplay.Overlay::close);
        }
    }

    /** @param timers shared */
    public PairingWindow(UserDisplay display, ScheduledExecutorService timers) {
        this.display = display;
        this.timers = timers;
    }

    @Override
    public synchronized void show(PairingCode code) {
        hide();
        var window = display.show(PairingPicture.of(code));
        var unusedLog = window.whenComplete((opened, failure) -> {
            if (failure == null) {
                LOG.info("shows a pairing code on {}", display);
            } else {
                Throwable cause = failure.getCause() == null ? failure : failure.getCause();
                LOG.error("cannot show a pairing code, so no client will find this session: {}", cause.getMessage());
            }
        });
        Future<?> raising = timers.scheduleWithFixedDelay(
                () -> {
                    var unusedLater = window.thenAccept(UserDisplay.Overlay::raise);
                },
                RAISE_EVERY.toMillis(),
                RAISE_EVERY.toMillis(),
                TimeUnit.MILLISECONDS);
        shown = new Shown(window, raising);
    }

    @Override
    public synchronized void hide() {
        if (shown != null) {
            shown.close();
            shown = null;
        }
    }
}
