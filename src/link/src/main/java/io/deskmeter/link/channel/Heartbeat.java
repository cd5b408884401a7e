package io.deskmeter.link.channel;

/**
 * Counts heartbeats without data. It counts heartbeats rather than comparing times: after this process was suspended or
 * swapped out, a clock would time out every peer at once, although their replies are in the socket.
 *
 * <p>Belongs to its channel's event loop.
 */
public final class Heartbeat {
    public static final int ALLOWED = 3;

    private int silent;

    /** One interval has begun; false if the peer has been silent for three complete intervals. */
    public boolean beat() {
        silent++;
        return silent <= ALLOWED;
    }

    /** Whether the peer has been silent since the last interval began. */
    public boolean silent() {
        return silent > 0;
    }

    /** Data has arrived. */
    public void heard() {
        silent = 0;
    }
}
