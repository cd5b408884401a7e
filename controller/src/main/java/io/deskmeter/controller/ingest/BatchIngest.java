package io.deskmeter.controller.ingest;

import io.deskmeter.controller.metrics.IngestMeters;
import io.deskmeter.controller.run.ActiveRuns;
import io.deskmeter.controller.run.RunJournal.JournalException;
import io.deskmeter.controller.run.RunJournal.StageNote;
import io.deskmeter.controller.store.RunStore;
import io.deskmeter.controller.store.TimingStore;
import io.deskmeter.controller.store.TimingStore.Row;
import io.deskmeter.link.AgentLink;
import io.deskmeter.link.AgentNames;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.Hello;
import io.deskmeter.link.v1.TimingAck;
import io.deskmeter.link.v1.TimingBatch;
import io.deskmeter.link.v1.TimingRecord;
import io.deskmeter.measure.Timing;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.stereotype.Component;

/**
 * Stores batches of timings exactly once and acknowledges them afterwards.
 *
 * <p>An acknowledgement also covers all earlier batches. So a batch whose write failed ends its link: nothing after it is handled there, and the
 * agent sends it again on the next. Timings that can never be stored are written to the {@link Quarantine}, are reported to their run, and are
 * acknowledged.
 */
@Component
final class BatchIngest {
    private static final Logger log = LoggerFactory.getLogger(BatchIngest.class);

    private final ActiveRuns runs;
    private final RunStore store;
    private final TimingStore timings;
    private final Quarantine quarantine;
    private final InstantSource wall;
    private final IngestMeters meters;

    BatchIngest(
            ActiveRuns runs,
            RunStore store,
            TimingStore timings,
            Quarantine quarantine,
            InstantSource wall,
            IngestMeters meters) {
        this.runs = runs;
        this.store = store;
        this.timings = timings;
        this.quarantine = quarantine;
        this.wall = wall;
        this.meters = meters;
    }

    /** A timing as received and as decoded. */
    private record Received(TimingRecord record, Row row) {}

    /** A timing as received, and why it cannot be stored. */
    private record Unusable(TimingRecord record, String why) {}

    void store(AgentLink link, TimingBatch batch) {
        IngestMeters.Batch measured = meters.begin();
        if (!batch.getDamage().isEmpty()) {
            reportDamage(link, batch);
            link.send(ack(batch.getBatch()));
            measured.stored(0, 0, batch.getDamagedTimings());
            return;
        }
        List<Received> received = new ArrayList<>();
        List<Unusable> unusable = new ArrayList<>();
        read(batch, received, unusable);
        try {
            drop(received);
            List<Row> fresh = write(received, unusable);
            if (!unusable.isEmpty()) {
                setAside(link.hello(), batch.getBatch(), unusable);
            }
            link.send(ack(batch.getBatch()));
            measured.stored(received.size(), fresh.size(), unusable.size());
            notifyRuns(received, fresh);
        } catch (JournalException | DataAccessException | IOException e) {
            measured.failed();
            refuse(link, batch, received, String.valueOf(e.getMessage()));
        }
    }

    /**
     * The agent cannot read the batch any more. It is acknowledged, because later batches would not be sent otherwise; its run has missing timings.
     */
    private void reportDamage(AgentLink link, TimingBatch batch) {
        int count = batch.getDamagedTimings();
        String what = (count == 0 ? "timings" : count + " timings") + " of agent " + AgentNames.of(link.hello())
                + " are missing, its disk has damaged them: " + batch.getDamage();
        String runId = batch.getDamagedRun().isEmpty() ? link.hello().getRunId() : batch.getDamagedRun();
        log.error("run {}: {}", runId.isEmpty() ? "unknown" : runId, what);
        runs.find(runId)
                .ifPresentOrElse(
                        run -> run.timingsUnusable(Math.max(1, count), what), () -> noteAfterTheEnd(runId, what));
    }

    private static void read(TimingBatch batch, List<Received> received, List<Unusable> unusable) {
        for (TimingRecord record : batch.getTimingsList()) {
            try {
                received.add(new Received(record, TimingRows.row(record)));
            } catch (IllegalArgumentException e) {
                unusable.add(new Unusable(record, String.valueOf(e.getMessage())));
            }
        }
    }

    /** Timings of a run that this store never had (an agent's spool from another controller), or that was deleted, are only reported in the log. */
    private void drop(List<Received> received) {
        Map<String, Long> byRun =
                received.stream().collect(Collectors.groupingBy(one -> one.row().runId(), Collectors.counting()));
        byRun.forEach((runId, count) -> {
            if (runs.find(runId).isEmpty() && store.stateOf(runId).isEmpty()) {
                log.warn("{} timings of run {}, which is unknown here, are dropped", count, runId);
                received.removeIf(one -> one.row().runId().equals(runId));
            }
        });
    }

    /** All at once; one by one only if the store reports that one of them can never be stored. */
    private List<Row> write(List<Received> received, List<Unusable> unusable) {
        try {
            return timings.store(received.stream().map(Received::row).toList());
        } catch (JournalException e) {
            if (!(e.getCause() instanceof DataIntegrityViolationException)) {
                throw e;
            }
        }
        List<Row> fresh = new ArrayList<>();
        for (Received one : List.copyOf(received)) {
            try {
                fresh.addAll(timings.store(List.of(one.row())));
            } catch (JournalException e) {
                if (!(e.getCause() instanceof DataIntegrityViolationException)) {
                    throw e;
                }
                received.remove(one);
                unusable.add(new Unusable(one.record(), String.valueOf(e.getMessage())));
            }
        }
        return fresh;
    }

    private void setAside(Hello agent, long batch, List<Unusable> unusable) throws IOException {
        Map<String, List<Unusable>> byRun = unusable.stream()
                .collect(Collectors.groupingBy(one -> one.record().getRunId()));
        for (Map.Entry<String, List<Unusable>> ofRun : byRun.entrySet()) {
            setAside(agent, batch, ofRun.getKey(), ofRun.getValue());
        }
    }

    private void setAside(Hello agent, long batch, String runId, List<Unusable> unusable) throws IOException {
        int count = unusable.size();
        String why = unusable.get(0).why();
        TimingBatch reduced = TimingBatch.newBuilder()
                .setBatch(batch)
                .addAllTimings(unusable.stream().map(Unusable::record).toList())
                .build();
        boolean known = runs.find(runId).isPresent() || store.stateOf(runId).isPresent();
        Optional<Path> file =
                quarantine.keep(known ? Optional.of(runId) : Optional.empty(), agent.getAgentId(), reduced, why);
        String what = count + (count == 1 ? " timing" : " timings") + " of agent " + AgentNames.of(agent)
                + " cannot be stored: " + why;
        runs.find(runId)
                .ifPresentOrElse(
                        run -> run.timingsUnusable(count, what + where(file)),
                        () -> file.ifPresent(kept -> noteAfterTheEnd(runId, what + where(file))));
    }

    private static String where(Optional<Path> file) {
        return file.map(kept -> " (kept in " + kept + ")").orElse(" (not kept: the quarantine is full)");
    }

    private void noteAfterTheEnd(String runId, String message) {
        store.stateOf(runId).ifPresent(state -> store.note(runId, new StageNote(wall.instant(), state, message)));
    }

    private void refuse(AgentLink link, TimingBatch batch, List<Received> received, String why) {
        log.error(
                "agent {}: batch {} of {} timings is not stored and not acknowledged, its link is closed: {}",
                link.hello().getAgentId(),
                batch.getBatch(),
                batch.getTimingsCount(),
                why);
        link.close("batch " + batch.getBatch() + " is not stored: " + why);
        received.stream()
                .map(one -> one.row().runId())
                .distinct()
                .forEach(runId -> runs.find(runId).ifPresent(run -> run.storeFailed(why)));
    }

    private static FromController ack(long batch) {
        return FromController.newBuilder()
                .setTimingAck(TimingAck.newBuilder().setBatch(batch))
                .build();
    }

    private void notifyRuns(List<Received> received, List<Row> fresh) {
        Map<String, List<Row>> byRun = received.stream().map(Received::row).collect(Collectors.groupingBy(Row::runId));
        byRun.forEach((runId, rows) -> {
            List<Timing> stored = fresh.stream()
                    .filter(row -> row.runId().equals(runId))
                    .map(Row::timing)
                    .toList();
            runs.find(runId).ifPresent(run -> run.timingsStored(stored, rows.size() - stored.size()));
        });
    }
}
