package io.deskmeter.agent.pause;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongSupplier;

/**
 * Finds pauses in the beats of a thread that should come at a constant interval: what a beat is late is a pause, less the time in which the thread waited
 * for a CPU of a machine that is itself under test. Thread-safe.
 */
public final class PauseLog implements Pauses {
    /**
     * A longer pause spoils what it overlaps. On two busy cores the longest pause of an agent that nothing stopped is far shorter; see docs/decisions/0064.
     */
    public static final long BOUND_NANOS = 250_000_000;

    /** More pauses than an operation overlaps. */
    private static final int KEPT = 1_000;

    private final long interval;
    private final LongSupplier nanoTime;
    private final LongSupplier waited;
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
     * Without pauses.
     *
     * @param interval of the beats, nanoseconds
     * @param nanoTime the clock of the timings
     * @param waited for how long the beating thread has waited for a CPU so far, in nanoseconds, as far as that is not to count as a pause: 0 for a generator,
     *     of which any lack of CPU makes its times late
     */
    public PauseLog(long interval, LongSupplier nanoTime, LongSupplier waited) {
        this.interval = interval;
        this.nanoTime = nanoTime;
        this.waited = waited;
    }

    /** Begins: the next beat is due after an interval. To be called by the beating thread, as {@link #beat}. */
    public synchronized void begin() {
        beating = true;
        lastBeat = nanoTime.getAsLong();
        waitedBefore = waited.getAsLong();
        longest = 0;
    }

    /** The thread beats. */
    public synchronized void beat() {
        long now = nanoTime.getAsLong();
        long waitedNow = waited.getAsLong();
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
    }

    /** Ends: there are no more beats, which is not a pause. */
    public synchronized void end() {
        beating = false;
    }

    private long pauseUntil(long now) {
        return Math.max(0, now - lastBeat - interval);
    }

    /** The same process has continued, and another thread of it may ask before the beat comes that is due. */
    @Override
    public synchronized long longest(long from, long to) {
        long found = 0;
        for (Pause pause : pauses) {
            if (pause.overlaps(from, to)) {
                found = Math.max(found, pause.nanos());
            }
        }
        long unnoticed = beating && to >= lastBeat ? unnoticed() : 0;
        return unnoticed > BOUND_NANOS ? Math.max(found, unnoticed) : found;
    }

    private long unnoticed() {
        return pauseUntil(nanoTime.getAsLong());
    }

    /** The longest pause since the last call, in nanoseconds, at least 1; 0 if nothing beats. Also pauses within the bound. */
    public synchronized long takeLongest() {
        if (!beating) {
            return 0;
        }
        long taken = Math.max(1, Math.max(longest, unnoticed()));
        longest = 0;
        return taken;
    }
}
