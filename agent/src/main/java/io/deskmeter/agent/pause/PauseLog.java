package io.deskmeter.agent.pause;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds pauses in the beats of a thread that should come at a constant interval: what a beat is late is a pause, less
 * the time in which the thread waited for a CPU of a machine that is itself under test. Thread-safe.
 */
public final class PauseLog implements Pauses {
    /**
     * A longer pause spoils what it overlaps. On two busy cores the longest pause of an agent that nothing stopped is
     * far shorter; see docs/decisions/0064.
     */
    public static final long BOUND_NANOS = 250_000_000;

    /**
     * Who asks waits so long for a beat that is due: much longer than a thread that is ready to run waits for a CPU
     * that others share.
     */
    private static final Duration BEAT_WITHIN = Duration.ofSeconds(1);

    /** More pauses than an operation overlaps. */
    private static final int KEPT = 1_000;

    private final long interval;
    private final LongSupplier nanoTime;
    private final @Nullable LongSupplier waited;
    private final Duration beatWithin;
    private final Deque<Pause> pauses = new ArrayDeque<>();
    private boolean beating;
    private long lastBeat;
    private long waitedBefore;
    private long longest;

    private record Pause(long from, long to, long nanos) {
        boolean overlaps(long begin, long end) {
            return from <= end && to >= begin;
        }
    }

    /**
     * Of a generator, without pauses: any lack of CPU makes its times late.
     *
     * @param interval of the beats, nanoseconds
     * @param nanoTime the clock of the timings
     */
    public PauseLog(long interval, LongSupplier nanoTime) {
        this(interval, nanoTime, null, BEAT_WITHIN);
    }

    /**
     * On a machine that is itself under test, without pauses.
     *
     * @param interval of the beats, nanoseconds
     * @param nanoTime the clock of the timings
     * @param waited for how long the beating thread has waited for a CPU so far, in nanoseconds, as far as that is not
     *     to count as a pause; only that thread asks
     */
    public PauseLog(long interval, LongSupplier nanoTime, LongSupplier waited) {
        this(interval, nanoTime, waited, BEAT_WITHIN);
    }

    PauseLog(long interval, LongSupplier nanoTime, @Nullable LongSupplier waited, Duration beatWithin) {
        this.interval = interval;
        this.nanoTime = nanoTime;
        this.waited = waited;
        this.beatWithin = beatWithin;
    }

    /** Begins: the next beat is due after an interval. To be called by the beating thread, as {@link #beat}. */
    public synchronized void begin() {
        beating = true;
        lastBeat = nanoTime.getAsLong();
        waitedBefore = waitedSoFar();
        longest = 0;
    }

    /** The thread beats. */
    public synchronized void beat() {
        long now = nanoTime.getAsLong();
        long waitedNow = waitedSoFar();
        long pause = pauseUntil(now) - (waitedNow - waitedBefore);
        if (pause > BOUND_NANOS) {
            pauses.add(new Pause(lastBeat, now, pause));
            if (pauses.size() > KEPT) {
                pauses.remove();
            }
        }
        longest = Math.max(longest, pause);
        waitedBefore = waitedNow;
        lastBeat = now;
        notifyAll();
    }

    private long waitedSoFar() {
        return waited == null ? 0 : waited.getAsLong();
    }

    /** Ends: there are no more beats, which is not a pause. */
    public synchronized void end() {
        beating = false;
        notifyAll();
    }

    private long pauseUntil(long now) {
        return Math.max(0, now - lastBeat - interval);
    }

    /**
     * The same process has continued, and another thread of it may ask before the beat comes that is due. Where waiting
     * for a CPU is no pause, only that beat tells whether this is one, so it is awaited; if it does not come though
     * others run, there is no CPU for it.
     */
    @Override
    public synchronized long longest(long from, long to) {
        if (waited != null) {
            awaitBeat(to);
        }
        long found = 0;
        for (Pause pause : pauses) {
            if (pause.overlaps(from, to)) {
                found = Math.max(found, pause.nanos());
            }
        }
        long unnoticed = waited == null && beating && to >= lastBeat ? unnoticed() : 0;
        return unnoticed > BOUND_NANOS ? Math.max(found, unnoticed) : found;
    }

    private synchronized void awaitBeat(long to) {
        long deadline = System.nanoTime() + beatWithin.toNanos();
        try {
            while (beating && to >= lastBeat && unnoticed() > BOUND_NANOS) {
                long left = deadline - System.nanoTime();
                if (left <= 0) {
                    return;
                }
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private long unnoticed() {
        return pauseUntil(nanoTime.getAsLong());
    }

    /**
     * The longest pause since the last call, in nanoseconds, at least 1; 0 if nothing beats. Also pauses within the
     * bound.
     */
    public synchronized long takeLongest() {
        if (!beating) {
            return 0;
        }
        long taken = Math.max(1, waited == null ? Math.max(longest, unnoticed()) : longest);
        longest = 0;
        return taken;
    }
}
