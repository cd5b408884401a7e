package io.deskmeter.link.client;

import java.time.Duration;
import java.util.function.DoubleSupplier;

/**
 * The waits between attempts: each is twice the previous one up to a limit, with the upper half at random, so that a
 * thousand agents do not reconnect at the same instant.
 */
final class Backoff {
    private final Duration min;
    private final Duration max;
    private final DoubleSupplier random;
    private Duration next;

    /** Waits from {@code min} to {@code max}; {@code random} is uniform in [0, 1). */
    Backoff(Duration min, Duration max, DoubleSupplier random) {
        this.min = min;
        this.max = max;
        this.random = random;
        this.next = min;
    }

    synchronized Duration next() {
        Duration full = next;
        Duration twice = full.multipliedBy(2);
        next = twice.compareTo(max) > 0 ? max : twice;
        return Duration.ofNanos((long) (full.toNanos() * (0.5 + random.getAsDouble() / 2)));
    }

    synchronized void reset() {
        next = min;
    }
}
