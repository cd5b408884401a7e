package io.deskmeter.bench.density;

import io.deskmeter.testkit.truth.TimeStrip;
import java.util.Arrays;
import java.util.Optional;

/** How late one session has seen its updates; only what is seen between {@link #begin} and {@link #end} counts. Thread-safe. */
final class Lags {
    private long[] lags = new long[256];
    private int size;
    private int missed;
    private int unreadable;
    private TimeStrip.Reading last = new TimeStrip.Reading(0, 0);
    private boolean counting;

    /**
     * A condition has been judged on a frame.
     *
     * @param shown what the frame says of itself, empty if it cannot be read; passed over where it is not new
     */
    synchronized void seen(Optional<TimeStrip.Reading> shown, long now) {
        if (shown.isEmpty()) {
            unreadable += counting ? 1 : 0;
            return;
        }
        TimeStrip.Reading reading = shown.get();
        if (reading.at() <= last.at()) {
            return;
        }
        if (counting) {
            missed += Math.floorMod(reading.step() - last.step() - 1, TimeStrip.STEPS);
            add(now - reading.at());
        }
        last = reading;
    }

    private void add(long lag) {
        if (size == lags.length) {
            lags = Arrays.copyOf(lags, size * 2);
        }
        lags[size++] = lag;
    }

    synchronized void begin() {
        size = 0;
        missed = 0;
        unreadable = 0;
        counting = true;
    }

    synchronized void end() {
        counting = false;
    }

    /** Nanoseconds from the writing to the judgement, in order of arrival. */
    synchronized long[] counted() {
        return Arrays.copyOf(lags, size);
    }

    /** Frames that showed no whole strip: halves of two updates. The other half follows. */
    synchronized int unreadable() {
        return unreadable;
    }

    /** Updates that were never seen. */
    synchronized int missed() {
        return missed;
    }
}
