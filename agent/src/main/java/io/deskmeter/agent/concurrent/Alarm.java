package io.deskmeter.agent.concurrent;

import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Does one thing later, on the owner's executor, unless it has been set anew or cancelled until then. An alarm that was cancelled never
 * rings, also when it was already on its way.
 *
 * <p>Owner: the executor given; every method is called there.
 */
public final class Alarm {
    private final ScheduledExecutorService timers;
    private final Executor owner;
    private long generation;
    private @Nullable Future<?> pending;

    public Alarm(ScheduledExecutorService timers, Executor owner) {
        this.timers = timers;
        this.owner = owner;
    }

    /** Replaces what was set before; a delay below 0 is due at once. */
    public void set(long delayNanos, Runnable action) {
        cancel();
        long mine = generation;
        pending = timers.schedule(
                () -> owner.execute(() -> {
                    if (mine == generation) {
                        action.run();
                    }
                }),
                Math.max(0, delayNanos),
                TimeUnit.NANOSECONDS);
    }

    public void cancel() {
        generation++;
        if (pending != null) {
            pending.cancel(false);
            pending = null;
        }
    }
}
