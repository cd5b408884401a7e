package io.deskmeter.link;

/**
 * Counts heartbeats without data. It counts heartbeats rather than comparing times: after this process was suspended or swapped out, a clock would time out every peer at once, although their replies are in the socket.
 *
 * <p>Belongs to its channel's event loop.
 */
final class Heartbeat {
    static final int ALLOWED = 3;

    private int silent;

    /** One interval has begun; false if the peer has been silent for three complete intervals. */
    boolean beat() {
        silent++;
        return silent <= ALLOWED;
    }

    /** Whether the peer has been silent since the last interval began. */
    boolean silent() {
        return silent > 0;
    }

    /** Data has arrived. */
    void heard() {
        silent = 0;
    }
}
