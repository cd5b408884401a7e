package io.deskmeter.link;

/**
 * Counts heartbeats without data. It counts heartbeats rather than comparing times: after this process was suspended or swapped out, a clock would time out every peer at once, although their replies are in the socket.
 *
 * <p>Belongs to its channel's event loop.
 */
final class Heartbeat {
    static final int ALLOWED = 3;

    private int silent;

    /** One interval has begun; false when the other end has been silent for three whole ones. */
    boolean beat() {
        silent++;
        return silent <= ALLOWED;
    }

    /** A sign of life. */
    void heard() {
        silent = 0;
    }
}
