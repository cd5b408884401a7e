package io.deskmeter.screen.x11;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How to capture a display.
 *
 * @param timeout until the display has sent its setup
 * @param monitor name of the one monitor to capture and control, as {@link X11Screens#monitors} lists them; null for
 *     the whole display
 * @param sharedMemory whether to capture through shared memory if the display allows it; else through its socket
 * @param pollPeriod how often to capture a display that cannot report damage; this is the resolution of its times
 * @param assignKeys whether characters that the keyboard lacks may be assigned to unused keys
 */
public record X11Settings(
        Duration timeout, @Nullable String monitor, boolean sharedMemory, Duration pollPeriod, boolean assignKeys) {
    public X11Settings {
        if (timeout.toMillis() < 1 || pollPeriod.toMillis() < 1) {
            throw new IllegalArgumentException(
                    "durations: timeout " + timeout + ", pollPeriod " + pollPeriod + " (expected: each at least 1 ms)");
        }
    }

    /** 10 s, the whole display, shared memory, 20 ms. */
    public static X11Settings defaults() {
        return new X11Settings(Duration.ofSeconds(10), null, true, Duration.ofMillis(20), true);
    }

    public X11Settings withTimeout(Duration newTimeout) {
        return new X11Settings(newTimeout, monitor, sharedMemory, pollPeriod, assignKeys);
    }

    public X11Settings withMonitor(@Nullable String name) {
        return new X11Settings(timeout, name, sharedMemory, pollPeriod, assignKeys);
    }

    public X11Settings withSharedMemory(boolean allowed) {
        return new X11Settings(timeout, monitor, allowed, pollPeriod, assignKeys);
    }

    public X11Settings withPollPeriod(Duration period) {
        return new X11Settings(timeout, monitor, sharedMemory, period, assignKeys);
    }

    public X11Settings withAssignedKeys(boolean allowed) {
        return new X11Settings(timeout, monitor, sharedMemory, pollPeriod, allowed);
    }
}
