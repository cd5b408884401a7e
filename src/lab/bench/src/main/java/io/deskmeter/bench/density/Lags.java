package io.deskmeter.bench.density;

import io.deskmeter.testkit.truth.TimeStrip;
import java.util.Arrays;
import java.util.Optional;

/** The delays of one session's updates; only updates between {@link #begin} and {@link #end} count. Thread-safe. */
final class Lags {
    private long[] lags = new long[256];
    private int size;
    private int missed;
    private int unreadable;
    private TimeStrip.Reading last = new TimeStrip.Reading(0, 0);
    private boolean counting;

    /**
     * A condition has been evaluated for a frame.
     *
     * @param shown the frame's strip, empty if it cannot be read; ignored if it is not new
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

    /** Nanoseconds from the writing to the evaluation, in order of arrival. */
    synchronized long[] counted() {
        return Arrays.copyOf(lags, size);
    }

    /** Frames without a complete strip, which mix two updates. The rest follows in a later frame. */
    synchronized int unreadable() {
        return unreadable;
    }

    /** Updates that never arrived. */
    synchronized int missed() {
        return missed;
    }
}
