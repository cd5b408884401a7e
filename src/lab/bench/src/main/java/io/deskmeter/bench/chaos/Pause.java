package io.deskmeter.bench.chaos;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A time that has begun. */
final class Pause {
    private final long until;

    private Pause(long until) {
        this.until = until;
    }

    static Pause of(Duration time) {
        return new Pause(System.nanoTime() + time.toNanos());
    }

    boolean isOver() {
        return System.nanoTime() - until >= 0;
    }

    /** Waits for its end. */
    void await() throws InterruptedException {
        for (long left = until - System.nanoTime(); left > 0; left = until - System.nanoTime()) {
            TimeUnit.NANOSECONDS.sleep(left);
        }
    }
}
