package io.deskmeter.agent.client.outbox;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Delays what must follow the timings of a run until the controller has acknowledged them or a time limit has passed.
 *
 * <p>Owner: the executor given; every method is called there.
 */
public final class TimingDrain {
    /** How long to wait for the acknowledgement. */
    private static final Duration LONGEST = Duration.ofSeconds(5);

    private static final Duration LOOK = Duration.ofMillis(50);

    private final Outbox outbox;
    private final LongSupplier nanoTime;
    private final ScheduledExecutorService timers;
    private final Executor owner;

    /**
     * Creates the drain of an outbox.
     *
     * @param nanoTime the timers' clock
     */
    public TimingDrain(Outbox outbox, LongSupplier nanoTime, ScheduledExecutorService timers, Executor owner) {
        this.outbox = outbox;
        this.nanoTime = nanoTime;
        this.timers = timers;
        this.owner = owner;
    }

    /** Runs the task once all timings are acknowledged, or after five seconds. */
    public void then(Runnable next) {
        look(nanoTime.getAsLong() + LONGEST.toNanos(), next);
    }

    private void look(long deadline, Runnable next) {
        if (outbox.backlog() == 0 || nanoTime.getAsLong() >= deadline) {
            next.run();
        } else {
            var unused = timers.schedule(
                    () -> owner.execute(() -> look(deadline, next)), LOOK.toMillis(), TimeUnit.MILLISECONDS);
        }
    }
}
