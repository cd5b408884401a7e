package io.deskmeter.screen.viewer;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The instant at which a wait ends.
 *
 * @param at monotonic nanoseconds
 */
record Deadline(long at, LongSupplier nanoTime) {
    static Deadline in(Duration limit, LongSupplier nanoTime) {
        return new Deadline(nanoTime.getAsLong() + limit.toNanos(), nanoTime);
    }

    boolean isOver() {
        return nanoTime.getAsLong() - at >= 0;
    }
}
