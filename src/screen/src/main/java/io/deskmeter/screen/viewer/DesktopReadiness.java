package io.deskmeter.screen.viewer;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Decides whether a private display shows the desktop: the client's window has covered it for a while (dialogs and
 * windows that are still growing do not), and has been painted completely, that is, nothing has changed for a while.
 */
final class DesktopReadiness {
    /** How long the window must cover the display, and how long its picture must be unchanged. */
    private static final long SETTLED_NANOS = Duration.ofMillis(100).toNanos();
    /** After this time a desktop that never stops changing is shown. */
    private static final long RESTLESS_NANOS = Duration.ofSeconds(1).toNanos();
    /**
     * A picture of a single colour may be a window that is not painted yet; after this time it is accepted as a desktop
     * of one colour.
     */
    private static final long FLAT_NANOS = Duration.ofSeconds(1).toNanos();

    private final LongSupplier nanoTime;
    private boolean covered;
    private volatile long coveredSince;

    DesktopReadiness(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Reports whether a window covers the display now; returns whether one has covered it long enough. */
    boolean covered(boolean now) {
        if (now && !covered) {
            coveredSince = nanoTime.getAsLong();
        }
        covered = now;
        return now && nanoTime.getAsLong() - coveredSince >= SETTLED_NANOS;
    }

    /** On the gate's executor. */
    boolean painted(FrameGate gate) {
        long now = nanoTime.getAsLong();
        long covering = now - coveredSince;
        if (!gate.hasFrame()) {
            return false;
        }
        if (!gate.isPainted()) {
            return covering >= FLAT_NANOS;
        }
        return now - gate.latestAt() >= SETTLED_NANOS || covering >= RESTLESS_NANOS;
    }
}
