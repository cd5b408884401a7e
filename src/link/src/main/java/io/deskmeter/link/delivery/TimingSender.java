package io.deskmeter.link.delivery;

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
 * Brings timings and samples from the spool to the controller: in order, at most a window of batches under way, all
 * unacknowledged ones again after each connection. So a batch arrives at least once; the controller stores each timing
 * and each sample once by (run, session, sequence).
 *
 * <p>The agent's {@link io.deskmeter.link.client.ControllerHandler} passes on {@link #connected}, {@link #disconnected}
 * and {@link #acknowledged}, before anything else in its own methods. A cumulative acknowledgement is safe because
 * {@link io.deskmeter.link.client.LinkClient#send} works only between these two calls: within one connection batches
 * arrive without gaps. Thread-safe.
 */
public final class TimingSender implements TimingQueue {
    /** The default number of unacknowledged batches. */
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
     * Sends the batches of the spool through {@code link}.
     *
     * @param link {@link io.deskmeter.link.client.LinkClient#send}
     * @param window largest number of unacknowledged batches, from 1
     * @param failed receives failures of the spool in any call except {@link #offer}
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
     * @throws SpoolException if they cannot be stored; they are not sent either, and all batches stored before are kept
     */
    public synchronized long offer(List<TimingRecord> timings, List<SampleRecord> samples) throws SpoolException {
        long batch = spool.append(timings, samples);
        // What is kept will be sent, now or later; only what is not kept is the caller's to tell.
        tryPump();
        return batch;
    }

    @Override
    public void keep(List<TimingRecord> timings, List<SampleRecord> samples) throws SpoolException {
        long unused = offer(timings, samples);
    }

    /** It has one spool for all. */
    @Override
    public void begins(String runId) {
        // Nothing to choose.
    }

    @Override
    public void connected(String storeId) {
        connected();
    }

    /** The link is established. */
    public synchronized void connected() {
        connected = true;
        lastSent = acknowledged;
        tryPump();
    }

    @Override
    public synchronized void disconnected() {
        connected = false;
    }

    @Override
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

    @Override
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
