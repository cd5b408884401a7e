package io.deskmeter.sound.pulse;

import java.time.Duration;

/**
 * What a sound server takes from its clients.
 *
 * @param clients connections at a time
 * @param unauthenticated of these, connections that have not authenticated; one more ends the oldest
 * @param streams of a client at a time
 * @param bufferBytes that may wait in a stream
 * @param serverBytes that may wait in all streams of the server together
 * @param frameBytes of a frame of samples
 * @param commandBytes of a command
 * @param unsentBytes that may wait for a client that does not read
 * @param authenticateWithin of a connection
 * @param waitingBlocks that the listener may be behind; further ones are lost
 */
public record SinkLimits(
        int clients,
        int unauthenticated,
        int streams,
        int bufferBytes,
        int serverBytes,
        int frameBytes,
        int commandBytes,
        int unsentBytes,
        Duration authenticateWithin,
        int waitingBlocks) {
    /** For a desktop with dozens of programs. */
    public static final SinkLimits DEFAULT =
            new SinkLimits(64, 16, 16, 2 << 20, 32 << 20, 256 << 10, 64 << 10, 256 << 10, Duration.ofSeconds(5), 500);

    /** Of a command before authentication: a version and a cookie. */
    static final int FIRST_COMMAND_BYTES = 512;

    public SinkLimits {
        positive("clients", clients);
        positive("unauthenticated", unauthenticated);
        positive("streams", streams);
        positive("bufferBytes", bufferBytes);
        positive("serverBytes", serverBytes);
        positive("frameBytes", frameBytes);
        positive("commandBytes", commandBytes);
        positive("unsentBytes", unsentBytes);
        positive("waitingBlocks", waitingBlocks);
        if (authenticateWithin.isNegative() || authenticateWithin.isZero()) {
            throw new IllegalArgumentException(
                    "authenticateWithin: " + authenticateWithin + " (expected: more than 0)");
        }
    }

    /** The same for so many clients, all of which may be unauthenticated. */
    public SinkLimits withClients(int count) {
        return new SinkLimits(
                count,
                count,
                streams,
                bufferBytes,
                serverBytes,
                frameBytes,
                commandBytes,
                unsentBytes,
                authenticateWithin,
                waitingBlocks);
    }

    private static void positive(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: 1 or more)");
        }
    }
}
