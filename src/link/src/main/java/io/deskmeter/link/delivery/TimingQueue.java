package io.deskmeter.link.delivery;

import io.deskmeter.link.spool.SpoolException;
import io.deskmeter.link.v1.SampleRecord;
import io.deskmeter.link.v1.TimingAck;
import io.deskmeter.link.v1.TimingRecord;
import java.util.List;

/** Where an agent puts timings and samples, which keeps them until a controller has stored them. Thread-safe. */
public interface TimingQueue {
    /**
     * Keeps timings and samples, and sends them when it can.
     *
     * @throws SpoolException if they cannot be stored; they are not sent either, and all that was stored before is kept
     */
    void keep(List<TimingRecord> timings, List<SampleRecord> samples) throws SpoolException;

    /** A run begins, for the controller of the present link: what is measured in it is for that one's store alone. */
    void begins(String runId);

    /**
     * The link is established.
     *
     * @param storeId of the controller's store; empty if the controller does not tell it
     */
    void connected(String storeId);

    /** The link is lost. */
    void disconnected();

    /** The controller has stored all batches up to this one. */
    void acknowledged(TimingAck ack);

    /** Batches that the controller of the present or last link has not acknowledged yet. */
    long backlog();
}
