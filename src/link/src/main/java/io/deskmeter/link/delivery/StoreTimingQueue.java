package io.deskmeter.link.delivery;

import io.deskmeter.link.spool.SpoolException;
import io.deskmeter.link.spool.StoreSpools;
import io.deskmeter.link.spool.TimingSpool;
import io.deskmeter.link.v1.FromAgent;
import io.deskmeter.link.v1.SampleRecord;
import io.deskmeter.link.v1.TimingAck;
import io.deskmeter.link.v1.TimingRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A {@link TimingSender} for each store, of which that of the present link sends. What is measured in a run goes into
 * the spool of the store for which the run began, also if the agent is connected to another controller by then; it
 * waits there until its controller is back. Thread-safe.
 */
public final class StoreTimingQueue implements TimingQueue {
    /** More runs are not remembered; an agent works on one at a time. */
    private static final int MOST_RUNS = 100;

    private static final Logger LOG = LoggerFactory.getLogger(StoreTimingQueue.class);

    private final StoreSpools spools;
    private final Predicate<FromAgent> link;
    private final Consumer<SpoolException> failed;
    private final Map<String, TimingSender> senders = new HashMap<>();

    private final Map<String, String> storeOfRun = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
            return size() > MOST_RUNS;
        }
    };

    /** Of the present or last link. */
    private String store = "";

    /**
     * Sends the batches of the spools through {@code link}.
     *
     * @param link {@link io.deskmeter.link.client.LinkClient#send}
     * @param failed receives failures of a spool in any call except {@link #keep}
     */
    public StoreTimingQueue(StoreSpools spools, Predicate<FromAgent> link, Consumer<SpoolException> failed) {
        this.spools = spools;
        this.link = link;
        this.failed = failed;
    }

    @Override
    public synchronized void keep(List<TimingRecord> timings, List<SampleRecord> samples) throws SpoolException {
        Map<String, List<TimingRecord>> timingsByStore = new LinkedHashMap<>();
        Map<String, List<SampleRecord>> samplesByStore = new LinkedHashMap<>();
        for (TimingRecord timing : timings) {
            timingsByStore
                    .computeIfAbsent(storeOf(timing.getRunId()), id -> new ArrayList<>())
                    .add(timing);
        }
        for (SampleRecord sample : samples) {
            String id = storeOf(sample.getRunId());
            samplesByStore.computeIfAbsent(id, one -> new ArrayList<>()).add(sample);
            timingsByStore.computeIfAbsent(id, one -> new ArrayList<>());
        }
        for (Map.Entry<String, List<TimingRecord>> part : timingsByStore.entrySet()) {
            sender(part.getKey()).keep(part.getValue(), samplesByStore.getOrDefault(part.getKey(), List.of()));
        }
    }

    private String storeOf(String runId) {
        return storeOfRun.getOrDefault(runId, store);
    }

    private TimingSender sender(String storeId) throws SpoolException {
        TimingSender present = senders.get(storeId);
        if (present != null) {
            return present;
        }
        TimingSpool spool = spools.of(storeId);
        TimingSender made = new TimingSender(spool, link, TimingSender.DEFAULT_WINDOW, failed);
        senders.put(storeId, made);
        return made;
    }

    @Override
    public synchronized void begins(String runId) {
        storeOfRun.putIfAbsent(runId, store);
    }

    @Override
    public synchronized void connected(String storeId) {
        store = storeId;
        try {
            if (senders.get("") == null && spools.adopt(storeId)) {
                LOG.info("timings that were kept for a controller of an earlier version go to the store {}", storeId);
            }
            spools.others(storeId)
                    .forEach((other, batches) -> LOG.warn(
                            "batches of timings: {} wait for the controller with the store {}, this one has the store {} (hint: they are sent"
                                    + " when the agent is connected to that controller again)",
                            batches,
                            other,
                            storeId.isEmpty() ? "unknown" : storeId));
            sender(storeId).connected();
        } catch (SpoolException e) {
            failed.accept(e);
        }
    }

    @Override
    public synchronized void disconnected() {
        TimingSender present = senders.get(store);
        if (present != null) {
            present.disconnected();
        }
    }

    @Override
    public synchronized void acknowledged(TimingAck ack) {
        TimingSender present = senders.get(store);
        if (present != null) {
            present.acknowledged(ack);
        }
    }

    @Override
    public synchronized long backlog() {
        TimingSender present = senders.get(store);
        return present == null ? 0 : present.backlog();
    }

    /** Batches that wait for other controllers. */
    public synchronized long backlogOfOthers() {
        return spools.others(store).values().stream().mapToLong(Long::longValue).sum();
    }
}
