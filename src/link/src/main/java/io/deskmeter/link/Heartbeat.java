package io.deskmeter.link;

/**
 * Counts beats of silence. Beats are counted, not nanoseconds compared: after this process itself stood still (suspended, swapped out)
 * a clock would condemn every peer at once, although their answers lie in the socket.
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
