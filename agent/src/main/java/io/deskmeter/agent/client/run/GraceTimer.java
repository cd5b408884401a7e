package io.deskmeter.agent.client.run;

import io.deskmeter.agent.concurrent.ResettableTimer;
import io.deskmeter.link.v1.Welcome;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;

/**
 * Ends a run when its controller is disconnected for too long.
 *
 * <p>Owner: the executor given; every method is called there.
 */
public final class GraceTimer {
    private final ResettableTimer timer;
    private Duration time = Duration.ofSeconds(30);

    public GraceTimer(ScheduledExecutorService timers, Executor owner) {
        this.timer = new ResettableTimer(timers, owner);
    }

    /** The controller is connected and has sent the grace period. */
    public void connected(Welcome welcome) {
        time = Duration.ofMillis(welcome.getGraceMillis());
        cancel();
    }

    /**
     * The controller is disconnected.
     *
     * @param end is called with the reason when the grace period is over
     */
    public void away(Consumer<String> end) {
        timer.set(
                time.toNanos(),
                () -> end.accept("the controller was disconnected for more than " + time.toSeconds() + " s"));
    }

    /** Cancels the timer: there is no run to end. */
    public void cancel() {
        timer.cancel();
    }

    /** How long the controller may be disconnected. */
    public Duration time() {
        return time;
    }
}
