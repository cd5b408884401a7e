package io.deskmeter.link.server;

/**
 * How many messages of one link may be refused: many at once, as after a run was deleted whose files its agent still
 * delivers, and a few in each second. Each costs the controller a question to its store. Thread-safe.
 */
final class RefusalAllowance {
    static final int AT_ONCE = 200;
    private static final double PER_SECOND = 10;

    private double left = AT_ONCE;
    private long at;

    RefusalAllowance(long nanoTime) {
        this.at = nanoTime;
    }

    /** Takes one; false if there is none left. */
    synchronized boolean take(long nanoTime) {
        left = Math.min(AT_ONCE, left + (nanoTime - at) / 1e9 * PER_SECOND);
        at = nanoTime;
        if (left < 1) {
            return false;
        }
        left--;
        return true;
    }
}
