package io.deskmeter.agent.client;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * What samples tell of the longest time that this process stood still. While a process stands still, its controller gives up the connection, and the first
 * sample after it is written to a connection that nobody reads any more. So the first sample of a new connection tells the longest pause of the last minute again.
 * Thread-safe.
 */
final class PauseReports {
    /** Longer than a connection that is broken goes unnoticed. */
    private static final long AGAIN_NANOS = Duration.ofMinutes(1).toNanos();

    private final LongSupplier nanoTime;
    private String run = "";
    private long longest;
    private long longestAt;
    private boolean again;

    PauseReports(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /**
     * What a sample that is sent now tells.
     *
     * @param nanos the longest pause since the sample before; 0 if the process does not watch itself
     */
    synchronized long tell(String ofRun, long nanos) {
        long now = nanoTime.getAsLong();
        if (!ofRun.equals(run) || now - longestAt > AGAIN_NANOS) {
            run = ofRun;
            longest = 0;
        }
        if (nanos >= longest) {
            longest = nanos;
            longestAt = now;
        }
        return again ? longest : nanos;
    }

    /** @param told whether there was a link */
    synchronized void sent(boolean told) {
        again = !told;
    }

    /** The link is a new one. */
    synchronized void connected() {
        again = true;
    }
}
