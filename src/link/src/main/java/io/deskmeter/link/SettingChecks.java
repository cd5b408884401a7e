package io.deskmeter.link;

import java.time.Duration;

/** Checks that the settings of both ends share. */
final class SettingChecks {
    /** The smallest frame that holds a handshake. */
    private static final int SMALLEST_FRAME = 1024;

    private SettingChecks() {}

    static void port(int port, int lowest) {
        if (port < lowest || port > 65_535) {
            throw new IllegalArgumentException("port: " + port + " (expected: " + lowest + " to 65535)");
        }
    }

    static void positiveMillis(String name, Duration value) {
        if (value.isNegative()
                || value.compareTo(Duration.ofMillis(1)) < 0
                || value.compareTo(Duration.ofDays(1)) > 0) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: 1 ms to 1 day)");
        }
    }

    static void frame(int bytes) {
        if (bytes < SMALLEST_FRAME) {
            throw new IllegalArgumentException("maxFrameBytes: " + bytes + " (expected: >= " + SMALLEST_FRAME + ")");
        }
    }
}
