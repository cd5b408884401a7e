package io.deskmeter.controller.run.mailbox;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;

/**
 * The waiting and processing times of a mailbox's messages since its start, to three significant digits. Read by any
 * thread.
 */
public final class MailboxTimes implements Mailbox.MailboxListener {
    private static final int DIGITS = 3;

    private final SingleWriterRecorder waited = new SingleWriterRecorder(DIGITS);
    private final SingleWriterRecorder took = new SingleWriterRecorder(DIGITS);
    private final Histogram allWaited = new Histogram(DIGITS);
    private final Histogram allTook = new Histogram(DIGITS);

    /**
     * A summary of the times.
     *
     * @param messages that were handled
     * @param waited from when each was due to when it was begun
     * @param took to handle it
     */
    public record Times(long messages, Millis waited, Millis took) {}

    /** Percentiles in milliseconds; zero if nothing was handled. */
    public record Millis(double p50Ms, double p99Ms, double p999Ms, double maxMs) {
        private static Millis of(Histogram micros) {
            return new Millis(
                    micros.getValueAtPercentile(50) / 1e3,
                    micros.getValueAtPercentile(99) / 1e3,
                    micros.getValueAtPercentile(99.9) / 1e3,
                    micros.getMaxValue() / 1e3);
        }
    }

    @Override
    public void handled(long waitedNanos, long tookNanos) {
        waited.recordValue(TimeUnit.NANOSECONDS.toMicros(waitedNanos));
        took.recordValue(TimeUnit.NANOSECONDS.toMicros(tookNanos));
    }

    /** Up to now. */
    public synchronized Times times() {
        allWaited.add(waited.getIntervalHistogram());
        allTook.add(took.getIntervalHistogram());
        return new Times(allWaited.getTotalCount(), Millis.of(allWaited), Millis.of(allTook));
    }
}
