package io.deskmeter.screen.viewer;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * An instant until which we wait.
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
