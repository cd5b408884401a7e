package io.deskmeter.screen.awt;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Settings for captures of the screen of this process.
 *
 * @param period from the end of one capture to the start of the next; the resolution of all times
 * @param device the monitor's name as AWT gives it; null for the default one
 */
public record AwtSettings(Duration period, @Nullable String device) {
    public AwtSettings {
        if (period.toMillis() < 1) {
            throw new IllegalArgumentException("period: " + period + " (expected: at least 1 ms)");
        }
    }

    /** 20 ms, the default monitor. */
    public static AwtSettings defaults() {
        return new AwtSettings(Duration.ofMillis(20), null);
    }

    public AwtSettings withPeriod(Duration newPeriod) {
        return new AwtSettings(newPeriod, device);
    }

    public AwtSettings withDevice(@Nullable String name) {
        return new AwtSettings(period, name);
    }
}
