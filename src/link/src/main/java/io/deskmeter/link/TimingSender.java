package io.deskmeter.link;

import io.deskmeter.link.spool.SpoolException;
import io.deskmeter.link.spool.TimingSpool;
import io.deskmeter.link.v1.FromAgent;
import io.deskmeter.link.v1.SampleRecord;
import io.deskmeter.link.v1.TimingAck;
import io.deskmeter.link.v1.TimingBatch;
import io.deskmeter.link.v1.TimingRecord;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings timings and samples from the spool to the controller: in order, at most a window of batches under way, all unacknowledged ones again
 * after each connection. So a batch arrives at least once; the controller stores each timing and each sample once by (run, session, sequence).
 *
 * <p>The agent's {@link ControllerHandler} passes on {@link #connected}, {@link #disconnected} and {@link #acknowledged}, first thing in
 * its own methods. That {@link LinkClient#send} works only between these two calls is what makes a cumulative acknowledgement safe:
 * within one connection batches arrive without gaps. Thread-safe.
 */
public final class TimingSender {
    /** Batches under way. */
    public static final int DEFAULT_WINDOW = 32;

    private static final Logger LOG = LoggerFactory.getLogger(TimingSender.class);

    private final TimingSpool spool;
    private final Predicate<FromAgent> link;
    private final int window;
    private final Consumer<SpoolException> failed;
    private boolean connected;
    private long lastSent;
    private long acknowledged;

    /**
     * Sends through {@code link} what is in the spool.
     *
     * @param link {@link LinkClient#send}
     * @param window batches that may be under way, from 1
     * @param failed gets what goes wrong with the spool in any call but {@link #offer}
     */
    public TimingSender(TimingSpool spool, Predicate<FromAgent> link, int window, Consumer<SpoolException> failed) {
        if (window < 1) {
            throw new IllegalArgumentException("window: " + window + " (expected: >= 1)");
        }
        this.spool = spool;
        this.link = link;
        this.window = window;
        this.failed = failed;
        this.acknowledged = spool.acknowledged();
        this.lastSent = acknowledged;
    }

    /** Keeps timings and sends them as soon as the window allows; see {@link #offer(List, List)}. */
    public long offer(List<TimingRecord> timings) throws SpoolException {
        return offer(timings, List.of());
    }

    /**
     * Keeps timings and samples and sends them as soon as the window allows.
     *
     * @return the number of their batch
     * @throws SpoolException when they cannot be kept; they are not sent either, everything kept before is still there
     */
    public synchronized long offer(List<TimingRecord> timings, List<SampleRecord> samples) throws SpoolException {
        long batch = spool.append(timings, samples);
        // What is kept will be sent, now or later; only what is not kept is the caller's to tell.
        tryPump();
        return batch;
    }

    /** The link is up. */
    public synchronized void connected() {
        connected = true;
        lastSent = acknowledged;
        tryPump();
    }

    /** The link is gone. */
    public synchronized void disconnected() {
        connected = false;
    }

    /** The controller has stored all batches up to this one. */
    public synchronized void acknowledged(TimingAck ack) {
        long batch = ack.getBatch();
        if (batch > lastSent) {
            LOG.warn("timing_ack: {} (expected: <= {}, the last batch sent on this link); ignored", batch, lastSent);
            return;
        }
        acknowledged = Math.max(acknowledged, batch);
        try {
            spool.acknowledge(batch);
        } catch (SpoolException e) {
            failed.accept(e);
        }
        tryPump();
    }

    /** Batches that the controller has not acknowledged yet. */
    public synchronized long backlog() {
        return spool.backlog();
    }

    private void tryPump() {
        try {
            pump();
        } catch (SpoolException e) {
            failed.accept(e);
        }
    }

    private void pump() throws SpoolException {
        int room = (int) (window - (lastSent - acknowledged));
        if (!connected || room <= 0) {
            return;
        }
        for (TimingBatch batch : spool.unacknowledged(lastSent, room)) {
            if (!link.test(FromAgent.newBuilder().setTimings(batch).build())) {
                connected = false;
                return;
            }
            lastSent = batch.getBatch();
        }
    }
}
