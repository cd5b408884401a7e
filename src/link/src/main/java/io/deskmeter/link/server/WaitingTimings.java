package io.deskmeter.link.server;

import io.deskmeter.link.v1.TimingBatch;
import java.util.ArrayList;
import java.util.List;

/**
 * Batches of timings that came one after another, with no other message between, and wait for the handler, which gets
 * them in one call: so what an agent has kept during an interruption can be stored with one commit instead of dozens.
 * Filled by the event loop, taken once by a thread of the handler.
 */
final class WaitingTimings {
    /** Twice the window of {@link io.deskmeter.link.delivery.TimingSender}. */
    static final int MOST = 64;

    private final List<TimingBatch> batches = new ArrayList<>();
    private boolean taken;

    /** Begins with a batch. */
    WaitingTimings(TimingBatch first) {
        batches.add(first);
    }

    /** Adds a batch; false if these have been taken or are enough, and another call has to be made. */
    synchronized boolean add(TimingBatch batch) {
        return !taken && batches.size() < MOST && batches.add(batch);
    }

    /** All in the order in which they came; none can be added from now on. */
    synchronized List<TimingBatch> take() {
        taken = true;
        return batches;
    }
}
