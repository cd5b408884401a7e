package io.deskmeter.controller.ingest;

import io.deskmeter.controller.ingest.ReceivedBatch.ReceivedSample;
import io.deskmeter.controller.ingest.ReceivedBatch.ReceivedTiming;
import io.deskmeter.controller.ingest.ReceivedBatch.UnusableOfRun;
import io.deskmeter.controller.metrics.IngestMeters;
import io.deskmeter.controller.metrics.IngestMeters.Count;
import io.deskmeter.controller.rights.PeerRights;
import io.deskmeter.controller.run.ActiveRuns;
import io.deskmeter.controller.run.port.RunJournal.JournalException;
import io.deskmeter.controller.run.port.RunJournal.StageNote;
import io.deskmeter.controller.store.lease.StoreIdentity;
import io.deskmeter.controller.store.result.BatchStore;
import io.deskmeter.controller.store.result.SampleStore;
import io.deskmeter.controller.store.result.TimingStore;
import io.deskmeter.controller.store.run.RunStore;
import io.deskmeter.link.peer.AgentNames;
import io.deskmeter.link.peer.PeerIdentity;
import io.deskmeter.link.server.AgentLink;
import io.deskmeter.link.spool.TimingSpool;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.Hello;
import io.deskmeter.link.v1.TimingAck;
import io.deskmeter.link.v1.TimingBatch;
import io.deskmeter.text.PeerText;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToIntFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.stereotype.Component;

/**
 * Stores batches of timings and samples exactly once and acknowledges them afterwards.
 *
 * <p>An acknowledgement stands for all batches before it as well. So a batch whose write failed ends its link: nothing
 * after it is handled there, and the agent sends it again on the next. Timings and samples that can never be stored go
 * into the {@link Quarantine}, are reported to their run, and are acknowledged. Those of runs that the store does not
 * have and never deleted are {@linkplain HeldBatches held}.
 */
@Component
final class BatchIngest {
    private static final Logger LOG = LoggerFactory.getLogger(BatchIngest.class);

    private static final int MOST_SESSIONS = 100_000;
    /** Characters of what an agent says of its own disk. */
    private static final int MOST_DAMAGE = 1_000;
    /** Each takes more than a byte of its batch. */
    private static final int MOST_OF_BATCH = TimingSpool.MAX_BATCH_BYTES;

    private final ActiveRuns runs;
    private final RunStore store;
    private final BatchStore batches;
    private final Quarantine quarantine;
    private final HeldBatches held;
    private final InstantSource wall;
    private final IngestMeters meters;
    private final OwnedRecords owned;
    private final StoreIdentity identity;
    /** By run. */
    private final NoteLimit notes = new NoteLimit();
    /** By agent: what it says of runs, also made-up ones, in the log. */
    private final NoteLimit lines = new NoteLimit();
    /** Of a restored store, what need not be asked for again. */
    private final Set<String> sessions = ConcurrentHashMap.newKeySet();

    BatchIngest(
            ActiveRuns runs,
            RunStore store,
            BatchStore batches,
            Quarantine quarantine,
            HeldBatches held,
            InstantSource wall,
            IngestMeters meters,
            OwnedRecords owned,
            StoreIdentity identity) {
        this.runs = runs;
        this.store = store;
        this.batches = batches;
        this.quarantine = quarantine;
        this.held = held;
        this.wall = wall;
        this.meters = meters;
        this.owned = owned;
        this.identity = identity;
    }

    /**
     * Stores batches that came one after another. What an agent kept during an interruption comes in many batches, and
     * each commit waits for the disk, so they are stored in one transaction; one by one only if that fails, so that
     * what can be stored is, and the one that cannot is named.
     */
    void store(AgentLink link, List<TimingBatch> sent) {
        List<IngestMeters.Batch> measured =
                sent.stream().map(batch -> meters.begin()).toList();
        List<TimingBatch> received;
        try {
            received = sent.stream()
                    .map(batch -> owned.reduced(link, batch, this::isKnown))
                    .toList();
        } catch (DataAccessException e) {
            measured.forEach(IngestMeters.Batch::failed);
            refuse(link, sent.get(0), ReceivedBatch.of(sent.get(0)), String.valueOf(e.getMessage()));
            return;
        }
        if (link.closing()) {
            measured.forEach(IngestMeters.Batch::failed);
            return;
        }
        boolean damaged = received.stream().anyMatch(batch -> !batch.getDamage().isEmpty());
        if (received.size() > 1 && !damaged && storedTogether(link, received)) {
            measured.forEach(IngestMeters.Batch::stored);
            return;
        }
        for (int i = 0; i < received.size() && !link.closing(); i++) {
            if (stored(link, received.get(i))) {
                measured.get(i).stored();
            } else {
                measured.get(i).failed();
            }
        }
    }

    /** @return false where nothing was acknowledged, and each batch has to be stored by itself */
    private boolean storedTogether(AgentLink link, List<TimingBatch> batches) {
        List<ReceivedBatch> received = batches.stream().map(ReceivedBatch::of).toList();
        TimingBatch last = batches.get(batches.size() - 1);
        try {
            for (ReceivedBatch one : received) {
                separateUnknown(link.peer(), one);
            }
            if (received.stream().anyMatch(ReceivedBatch::hasUnusable)) {
                return false;
            }
            List<TimingStore.Row> timings =
                    received.stream().flatMap(one -> one.timingRows().stream()).toList();
            List<SampleStore.Row> samples =
                    received.stream().flatMap(one -> one.sampleRows().stream()).toList();
            BatchStore.Fresh fresh = this.batches.store(timings, samples);
            // The last one may be one without a number, which the agent's disk did not take.
            link.send(ack(batches.stream()
                    .map(TimingBatch::getBatch)
                    .max(Long::compareUnsigned)
                    .orElseThrow()));
            meters.stored(
                    count(batches, TimingBatch::getTimingsCount, timings, fresh.timings()),
                    count(batches, TimingBatch::getSamplesCount, samples, fresh.samples()));
            return true;
        } catch (JournalException | DataAccessException | IOException e) {
            LOG.warn(
                    "agent {}: batches {} to {} cannot be stored in one transaction: {}; trying each by itself",
                    link.hello().getAgentId(),
                    batches.get(0).getBatch(),
                    last.getBatch(),
                    e.getMessage());
            return false;
        }
    }

    private static Count count(
            List<TimingBatch> batches, ToIntFunction<TimingBatch> received, List<?> usable, List<?> fresh) {
        return new Count(batches.stream().mapToInt(received).sum(), usable.size(), fresh.size());
    }

    /** @return false where it was not stored, and the link is closed */
    private boolean stored(AgentLink link, TimingBatch batch) {
        ReceivedBatch received = ReceivedBatch.of(batch);
        try {
            if (!batch.getDamage().isEmpty()) {
                reportDamage(link, batch);
                link.send(ack(batch.getBatch()));
                meters.stored(
                        new Count(possible(batch.getDamagedTimings()), 0, 0),
                        new Count(possible(batch.getDamagedSamples()), 0, 0));
                return true;
            }
            separateUnknown(link.peer(), received);
            BatchStore.Fresh fresh = write(received);
            setAside(link.hello(), received);
            link.send(ack(batch.getBatch()));
            List<TimingBatch> one = List.of(batch);
            meters.stored(
                    count(one, TimingBatch::getTimingsCount, received.timings(), fresh.timings()),
                    count(one, TimingBatch::getSamplesCount, received.samples(), fresh.samples()));
            return true;
        } catch (JournalException | DataAccessException | IOException e) {
            refuse(link, batch, received, String.valueOf(e.getMessage()));
            return false;
        }
    }

    /**
     * The agent cannot read the batch any more. It is acknowledged, because later batches would not be sent otherwise;
     * its run has missing timings.
     */
    private void reportDamage(AgentLink link, TimingBatch batch) {
        int timings = possible(batch.getDamagedTimings());
        int samples = possible(batch.getDamagedSamples());
        int count = timings + samples;
        String what = (count == 0 ? "timings" : ReceivedBatch.count(timings, samples))
                + " of agent " + AgentNames.of(link.hello()) + " are missing, its disk has damaged them: "
                + batch.getDamage()
                        .substring(0, Math.min(MOST_DAMAGE, batch.getDamage().length()));
        String runId = batch.getDamagedRun().isEmpty() ? link.hello().getRunId() : batch.getDamagedRun();
        if (!runId.isEmpty() && !owned.isRunOf(link.peer(), runId)) {
            link.refused();
            return;
        }
        if (lines.mayAdd(link.peer().id())) {
            LOG.error("run {}: {}", runId.isEmpty() ? "unknown" : named(runId), what);
        }
        runs.find(runId)
                .ifPresentOrElse(
                        run -> run.timingsUnusable(Math.max(1, count), what), () -> noteAfterTheEnd(runId, what));
    }

    /**
     * A number that no batch can have had says nothing: how many were damaged is not known then, and it was at least
     * one.
     */
    private static int possible(int said) {
        return said < 0 || said > MOST_OF_BATCH ? 0 : said;
    }

    private static String named(String runId) {
        return PeerRights.shortened(PeerText.line(runId));
    }

    /**
     * Takes out what belongs to runs that the store does not have. Of a run that was deleted nobody needs it; any other
     * one may be newer than this state of the store. Of its runs, a store that was restored from a backup may not have
     * the latest sessions: nobody knows whose they were.
     *
     * @throws IOException if it cannot be kept: then the batch must be sent again
     */
    private void separateUnknown(PeerIdentity agent, ReceivedBatch received) throws IOException {
        if (identity.isRestored()) {
            setAsideWhatTheBackupDoesNotKnow(received);
        }
        for (String runId : received.runs()) {
            if (isKnown(runId)) {
                continue;
            }
            String words = received.words(runId) + " of agent " + agent.id() + " and run " + named(runId);
            if (store.isDeleted(runId)) {
                if (lines.mayAdd(agent.id())) {
                    LOG.warn("{}, which was deleted, are dropped", words);
                }
            } else {
                hold(agent, received.ofRun(runId), words);
            }
            received.removeRuns(runId::equals);
        }
    }

    private void hold(PeerIdentity agent, TimingBatch ofRun, String words) throws IOException {
        Optional<Path> file = held.keep(agent, ofRun);
        if (file.isPresent()) {
            LOG.warn(
                    "{}, which the store does not have and never deleted, are kept in {} (hint: was an older state of the store restored?)",
                    words,
                    file.get());
        } else if (agent.isDesktop()) {
            // Whoever uses a desktop can have made them up, and filled the folder.
            if (lines.mayAdd(agent.id())) {
                LOG.error("{}, which the store does not have, are dropped: {}", words, held.room());
            }
        } else {
            throw new IOException(
                    words + ", which the store does not have and never deleted, cannot be kept: "
                            + held.room()
                            + " (expected: room; hint: restore the newest state of the store, or remove the files if nobody needs them)");
        }
    }

    /**
     * A store that was restored from a backup does not know the sessions that were begun after it was made, but it is
     * the store that they belong to: what agents still have of them is kept in files. Nobody knows whose they were.
     */
    private void setAsideWhatTheBackupDoesNotKnow(ReceivedBatch received) {
        Map<String, Boolean> unknown = new HashMap<>();
        received.setAside(
                (run, session) -> unknown.computeIfAbsent(run + " " + session, key -> isUnknown(run, session, key)),
                "the store was restored from a backup that does not have this session of the run");
    }

    private boolean isUnknown(String run, int session, String key) {
        if (sessions.contains(key)) {
            return false;
        }
        boolean unknown = isKnown(run) && !store.isDeleted(run) && !store.hasSession(run, session);
        if (!unknown) {
            if (sessions.size() >= MOST_SESSIONS) {
                sessions.clear();
            }
            sessions.add(key);
        }
        return unknown;
    }

    private boolean isKnown(String runId) {
        return runs.find(runId).isPresent() || store.stateOf(runId).isPresent();
    }

    /** All at once; one by one only where the store says that one of them can never be stored. */
    private BatchStore.Fresh write(ReceivedBatch received) {
        try {
            return batches.store(received.timingRows(), received.sampleRows());
        } catch (JournalException e) {
            requireForGood(e);
        }
        List<TimingStore.Row> timings = new ArrayList<>();
        List<SampleStore.Row> samples = new ArrayList<>();
        for (ReceivedTiming one : List.copyOf(received.timings())) {
            try {
                timings.addAll(batches.store(List.of(one.row()), List.of()).timings());
            } catch (JournalException e) {
                requireForGood(e);
                received.refused(one, e);
            }
        }
        for (ReceivedSample one : List.copyOf(received.samples())) {
            try {
                samples.addAll(batches.store(List.of(), List.of(one.row())).samples());
            } catch (JournalException e) {
                requireForGood(e);
                received.refused(one, e);
            }
        }
        return new BatchStore.Fresh(timings, samples);
    }

    /** Only what breaks a rule of the store's tables can never be stored; anything else may be over next time. */
    private static void requireForGood(JournalException e) {
        if (!(e.getCause() instanceof DataIntegrityViolationException)) {
            throw e;
        }
    }

    private void setAside(Hello agent, ReceivedBatch received) throws IOException {
        for (UnusableOfRun some : received.unusableByRun()) {
            setAside(agent, some, received.reducedTo(some));
        }
    }

    private void setAside(Hello agent, UnusableOfRun some, TimingBatch reduced) throws IOException {
        String runId = some.runId();
        boolean known = isKnown(runId);
        Optional<Path> file =
                quarantine.keep(known ? Optional.of(runId) : Optional.empty(), agent.getAgentId(), reduced, some.why());
        String what = some.words() + " of agent " + AgentNames.of(agent) + " cannot be stored: " + some.why();
        runs.find(runId)
                .ifPresentOrElse(
                        run -> run.timingsUnusable(some.records().size(), what + where(file)),
                        () -> file.ifPresent(kept -> noteAfterTheEnd(runId, what + where(file))));
    }

    private static String where(Optional<Path> file) {
        return file.map(kept -> " (kept in " + kept + ")").orElse(" (not kept: the quarantine is full)");
    }

    private void noteAfterTheEnd(String runId, String message) {
        if (!notes.mayAdd(runId)) {
            return;
        }
        store.stateOf(runId).ifPresent(state -> store.note(runId, new StageNote(wall.instant(), state, message)));
    }

    private void refuse(AgentLink link, TimingBatch batch, ReceivedBatch received, String why) {
        LOG.error(
                "agent {}: batch {} of {} is not stored and not acknowledged, its link is closed: {}",
                link.hello().getAgentId(),
                batch.getBatch(),
                ReceivedBatch.count(batch.getTimingsCount(), batch.getSamplesCount()),
                why);
        link.close("batch " + batch.getBatch() + " is not stored: " + why);
        received.runs().forEach(runId -> runs.find(runId).ifPresent(run -> run.storeFailed(why)));
    }

    private static FromController ack(long batch) {
        return FromController.newBuilder()
                .setTimingAck(TimingAck.newBuilder().setBatch(batch))
                .build();
    }
}
