package io.deskmeter.controller.ingest;

import io.deskmeter.controller.rights.PeerRights;
import io.deskmeter.controller.store.folder.DataDirectory;
import io.deskmeter.controller.store.result.EvidenceStore;
import io.deskmeter.evidence.AtomicFile;
import io.deskmeter.evidence.EvidenceFileName;
import io.deskmeter.evidence.StorageFault;
import io.deskmeter.link.v1.Evidence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Stores pictures as files in the data directory. Names come from agents and are not trusted, and neither is how much
 * they send: there is a {@link EvidenceQuota}, a picture that is stored stays as it is, and a run that has ended gets
 * no more after a while.
 */
@Component
final class EvidenceFiles {
    /** After the end of a run, for what agents were still encoding, or had no connection for. */
    static final Duration LATE = Duration.ofMinutes(15);

    private static final Logger LOG = LoggerFactory.getLogger(EvidenceFiles.class);
    private static final String NOT_WRITTEN = "the controller's disk";
    private static final String NAMED = "the controller: no plain file name";
    private static final String OTHER = "the controller: another picture of the same name";

    private final DataDirectory data;
    private final EvidenceStore store;
    private final EvidenceQuota quota;
    private final InstantSource wall;
    /** By agent. */
    private final NoteLimit lines = new NoteLimit();
    /** What has been logged of which run; everything else is counted only. */
    private final Set<String> told = ConcurrentHashMap.newKeySet();

    EvidenceFiles(DataDirectory data, EvidenceStore store, EvidenceQuota quota, InstantSource wall) {
        this.data = data;
        this.store = store;
        this.quota = quota;
        this.wall = wall;
    }

    /** @param agent that sends it */
    void store(String agent, Evidence evidence) {
        String run = evidence.getRunId();
        Optional<EvidenceStore.Receiver> receiver = store.receiver(run);
        if (receiver.isEmpty()) {
            if (lines.mayAdd(agent)) {
                LOG.warn(
                        "evidence {} of run {} is dropped (expected: a run of this store)",
                        PeerRights.shortened(evidence.getName()),
                        PeerRights.shortened(run));
            }
            return;
        }
        if (isFrozen(receiver.get())) {
            if (told.add(run + " frozen")) {
                LOG.warn(
                        "evidence {} of run {} from {} is dropped: the run has ended at {} (expected: within {} min of"
                                + " its end); logged once",
                        PeerRights.shortened(evidence.getName()),
                        run,
                        agent,
                        receiver.get().endedAt(),
                        LATE.toMinutes());
            }
            return;
        }
        if (evidence.getLeftOut() != 0) {
            store.leftOut(run, agent, evidence.getLeftOut());
            if (evidence.getName().isEmpty()) {
                return;
            }
        }
        if (!EvidenceFileName.isPlain(evidence.getName())) {
            refused(agent, evidence, NAMED, "its name cannot be used (expected: a plain file name)");
            return;
        }
        try {
            if (write(agent, evidence)) {
                byte[] strip = evidence.hasStrip() ? evidence.getStrip().toByteArray() : null;
                store.add(run, evidence.getName(), evidence.getSession(), evidence.getSequence(), strip);
            }
        } catch (IOException e) {
            refused(agent, evidence, NOT_WRITTEN, e + " " + StorageFault.expectation(e, data.root()));
        }
    }

    private boolean isFrozen(EvidenceStore.Receiver run) {
        Instant endedAt = run.endedAt();
        return endedAt != null && wall.instant().isAfter(endedAt.plus(LATE));
    }

    /** Whether the picture is there then. Agents send again what they do not know to have arrived. */
    private boolean write(String agent, Evidence evidence) throws IOException {
        Path file = data.evidence(evidence.getRunId()).resolve(evidence.getName());
        byte[] content = evidence.getContent().toByteArray();
        if (Files.exists(file)) {
            boolean same = Files.size(file) == content.length && Arrays.equals(Files.readAllBytes(file), content);
            if (!same) {
                refused(agent, evidence, OTHER, "it differs from the one that is stored (expected: the same)");
            }
            return same;
        }
        long bytes = content.length + (evidence.hasStrip() ? evidence.getStrip().getSerializedSize() : 0L);
        Optional<EvidenceQuota.Refusal> refusal = quota.take(evidence.getRunId(), bytes);
        if (refusal.isPresent()) {
            refused(agent, evidence, refusal.get().words(), bytes + " bytes more than there is room for");
            return false;
        }
        try {
            Files.createDirectories(file.getParent());
            AtomicFile.write(file, content);
            return true;
        } catch (IOException e) {
            quota.giveBack(evidence.getRunId(), bytes);
            throw e;
        }
    }

    /** A run continues without its pictures and reports how many are missing. */
    private void refused(String agent, Evidence evidence, String reason, String why) {
        if (told.add(evidence.getRunId() + " " + reason)) {
            LOG.error(
                    "evidence: {} of run {} from {} is not kept: {}: {}; logged once; the run continues",
                    PeerRights.shortened(evidence.getName()),
                    evidence.getRunId(),
                    agent,
                    reason,
                    why);
        }
        store.leftOutOneMore(evidence.getRunId(), reason);
    }
}
