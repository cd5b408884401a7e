package io.deskmeter.bench.sim.agent;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

/**
 * Notices when this program stands still, because it is stopped or gets no processor. It knows nothing of what the
 * agent notices itself, so it is a second opinion on that.
 */
final class PauseDetector implements AutoCloseable {
    private static final long LOOK_NANOS = Duration.ofMillis(20).toNanos();

    private final LongConsumer noticed;
    private final long atLeastNanos;
    private final Thread thread = new Thread(this::watch, "pause detector");

    private PauseDetector(Duration atLeast, LongConsumer noticed) {
        this.atLeastNanos = atLeast.toNanos();
        this.noticed = noticed;
    }

    /**
     * Watches until it is closed.
     *
     * @param noticed is told the nanoseconds of each pause, at its end
     */
    static PauseDetector watch(Duration atLeast, LongConsumer noticed) {
        PauseDetector watch = new PauseDetector(atLeast, noticed);
        watch.thread.setDaemon(true);
        watch.thread.start();
        return watch;
    }

    private void watch() {
        try {
            for (long before = System.nanoTime(); ; before = System.nanoTime()) {
                TimeUnit.NANOSECONDS.sleep(LOOK_NANOS);
                long still = System.nanoTime() - before - LOOK_NANOS;
                if (still >= atLeastNanos) {
                    noticed.accept(still);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
