package io.deskmeter.link.channel;

import java.time.Duration;

/** What the settings of both ends share: a default, and checks. */
public final class SettingChecks {
    /** 8 MiB: enough for a full-screen picture, and a limit for allocations. */
    public static final int DEFAULT_MAX_FRAME_BYTES = 8 << 20;

    /** The smallest frame that holds a handshake. */
    private static final int SMALLEST_FRAME = 1024;

    private SettingChecks() {}

    public static void port(int port, int lowest) {
        if (port < lowest || port > 65_535) {
            throw new IllegalArgumentException("port: " + port + " (expected: " + lowest + " to 65535)");
        }
    }

    public static void positiveMillis(String name, Duration value) {
        if (value.isNegative()
                || value.compareTo(Duration.ofMillis(1)) < 0
                || value.compareTo(Duration.ofDays(1)) > 0) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: 1 ms to 1 day)");
        }
    }

    public static void frame(int bytes) {
        if (bytes < SMALLEST_FRAME) {
            throw new IllegalArgumentException("maxFrameBytes: " + bytes + " (expected: >= " + SMALLEST_FRAME + ")");
        }
    }
}
