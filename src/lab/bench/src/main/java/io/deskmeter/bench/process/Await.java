package io.deskmeter.bench.process;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Waits for a state of other programs. */
public final class Await {
    private static final Duration WITHIN = Duration.ofMinutes(20);
    private static final long LOOK_AGAIN_MILLIS = 500;

    private Await() {}

    /** A state of another program. */
    public interface Condition {
        boolean holds() throws IOException, InterruptedException;
    }

    /** Waits for an instant of the monotonic clock. */
    public static void instant(long nanoTime) throws InterruptedException {
        for (long left = nanoTime - System.nanoTime(); left > 0; left = nanoTime - System.nanoTime()) {
            LockSupport.parkNanos(left);
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted while it waited");
            }
        }
    }

    /**
     * Waits for it.
     *
     * @throws IOException if it is not reached within twenty minutes
     */
    public static void until(Condition condition, String what) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + WITHIN.toNanos();
        while (!condition.holds()) {
            if (System.nanoTime() > deadline) {
                throw new IOException(what + ": not within " + WITHIN.toMinutes() + " min (hint: controller.log)");
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(LOOK_AGAIN_MILLIS));
        }
    }
}
