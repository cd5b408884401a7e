package io.deskmeter.agent.concurrent;

import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs one task later on the owner's executor, unless it is set again or cancelled before. A cancelled timer never runs
 * its task, even if the task was already queued.
 *
 * <p>Owner: the executor given; every method is called there.
 */
public final class ResettableTimer {
    private static final long NEVER = Long.MIN_VALUE;

    private final ScheduledExecutorService timers;
    private final Executor owner;
    private long generation;
    private @Nullable Future<?> pending;
    private long instant = NEVER;

    public ResettableTimer(ScheduledExecutorService timers, Executor owner) {
        this.timers = timers;
        this.owner = owner;
    }

    /** Replaces the previous task; a delay below 0 is due immediately. */
    public void set(long delayNanos, Runnable action) {
        cancel();
        long mine = generation;
        pending = timers.schedule(
                () -> owner.execute(() -> {
                    if (mine == generation) {
                        instant = NEVER;
                        action.run();
                    }
                }),
                Math.max(0, delayNanos),
                TimeUnit.NANOSECONDS);
    }

    /**
     * As {@link #set}, at an instant. If it is already set to the same instant, it is unchanged and keeps its action,
     * so that a deadline that is set again with every frame costs nothing.
     *
     * @param now of the clock to which the instant belongs
     */
    public void setFor(long at, long now, Runnable action) {
        if (at != instant) {
            set(at - now, action);
            instant = at;
        }
    }

    public void cancel() {
        generation++;
        instant = NEVER;
        if (pending != null) {
            pending.cancel(false);
            pending = null;
        }
    }
}
