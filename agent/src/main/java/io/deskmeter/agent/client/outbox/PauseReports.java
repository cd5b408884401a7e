package io.deskmeter.agent.client.outbox;

import io.deskmeter.agent.pause.PauseLog;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * What samples tell of the longest time that this process stood still. While a process stands still, its controller
 * gives up the connection, and the first sample after it is written to a connection that nobody reads any more. So a
 * pause is told again after a new connection, until one that carried it has lasted for a while. Thread-safe.
 */
final class PauseReports {
    /** What was told on a connection that has lasted this long since has arrived. */
    private static final long ARRIVED_NANOS = Duration.ofSeconds(30).toNanos();

    private final LongSupplier nanoTime;
    private String run = "";
    /** The longest pause that may not have arrived; 0 if none. */
    private long pending;

    private boolean told;
    private long toldAt;
    private long toldOn;
    private long connection;
    private long connectedAt;

    PauseReports(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /**
     * What a sample tells.
     *
     * @param connection that it is meant for
     */
    record Report(long nanos, long connection) {}

    /**
     * What a sample that is sent now tells; {@link #sent} is to follow.
     *
     * @param nanos the longest pause since the sample before; 0 if the process does not watch itself
     */
    synchronized Report tell(String ofRun, long nanos) {
        if (!ofRun.equals(run)) {
            run = ofRun;
            forget();
        }
        if (told && (toldOn == connection ? nanoTime.getAsLong() : connectedAt) - toldAt > ARRIVED_NANOS) {
            forget();
        }
        // Shorter ones spoil nothing.
        if (nanos > PauseLog.BOUND_NANOS && nanos >= pending) {
            pending = nanos;
            told = false;
        }
        boolean again = pending > 0 && !(told && toldOn == connection);
        return new Report(again ? Math.max(pending, nanos) : nanos, connection);
    }

    private void forget() {
        pending = 0;
        told = false;
    }

    /** @param accepted whether there was a link */
    synchronized void sent(Report report, boolean accepted) {
        if (accepted && pending > 0 && report.nanos() == pending) {
            told = true;
            toldOn = report.connection();
            toldAt = nanoTime.getAsLong();
        }
    }

    /** The link is a new one. */
    synchronized void connected() {
        connection++;
        connectedAt = nanoTime.getAsLong();
    }
}
