package io.deskmeter.agent.run;

import io.deskmeter.agent.concurrent.Alarm;
import io.deskmeter.link.v1.Welcome;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;

/**
 * How long a run goes on without its controller.
 *
 * <p>Owner: the executor given; every method is called there.
 */
public final class Grace {
    private final Alarm alarm;
    private Duration time = Duration.ofSeconds(30);

    public Grace(ScheduledExecutorService timers, Executor owner) {
        this.alarm = new Alarm(timers, owner);
    }

    /** The controller is there, and says how long it may be away from now on. */
    public void connected(Welcome welcome) {
        time = Duration.ofMillis(welcome.getGraceMillis());
        cancel();
    }

    /**
     * The controller is away.
     *
     * @param end is told why, where it stays away for too long
     */
    public void away(Consumer<String> end) {
        alarm.set(time.toNanos(), () -> end.accept("the controller was away for more than " + time.toSeconds() + " s"));
    }

    /** There is nothing to be ended any more, or not for this. */
    public void cancel() {
        alarm.cancel();
    }

    /** How long the controller may be away. */
    public Duration time() {
        return time;
    }
}
