package io.deskmeter.controller.ingest;

import io.deskmeter.controller.store.DataDirectory;
import io.deskmeter.controller.store.EvidenceStore;
import io.deskmeter.evidence.AtomicFile;
import io.deskmeter.evidence.StorageFault;
import io.deskmeter.link.v1.Evidence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Stores pictures as files in the data directory. Names come from agents and are not trusted. */
@Component
final class EvidenceFiles {
    private static final Logger log = LoggerFactory.getLogger(EvidenceFiles.class);
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,150}");

    private final DataDirectory data;
    private final EvidenceStore store;
    private final Map<String, AtomicLong> notWritten = new ConcurrentHashMap<>();

    EvidenceFiles(DataDirectory data, EvidenceStore store) {
        this.data = data;
        this.store = store;
    }

    /** @param agent that sends it */
    void store(String agent, Evidence evidence) {
        if (evidence.getLeftOut() > 0 && store.knowsRun(evidence.getRunId())) {
            store.leftOut(evidence.getRunId(), agent, evidence.getLeftOut());
        }
        if (evidence.getLeftOut() > 0 && evidence.getName().isEmpty()) {
            return;
        }
        if (!NAME.matcher(evidence.getName()).matches() || !store.knowsRun(evidence.getRunId())) {
            log.warn(
                    "evidence {} of run {} is dropped (expected: a plain file name and a run of this store)",
                    evidence.getName(),
                    evidence.getRunId());
            return;
        }
        try {
            Path folder = Files.createDirectories(data.evidence(evidence.getRunId()));
            AtomicFile.write(
                    folder.resolve(evidence.getName()), evidence.getContent().toByteArray());
        } catch (IOException e) {
            failed(agent, evidence, e);
            return;
        }
        byte[] strip = evidence.hasStrip() ? evidence.getStrip().toByteArray() : null;
        store.add(evidence.getRunId(), evidence.getName(), evidence.getSession(), evidence.getSequence(), strip);
    }

    /** A run continues without its pictures and reports how many are missing. */
    private void failed(String agent, Evidence evidence, IOException cause) {
        long lost = notWritten
                .computeIfAbsent(evidence.getRunId(), run -> new AtomicLong())
                .incrementAndGet();
        if (lost == 1) {
            log.error(
                    "evidence: {} of run {} from {} could not be written: {} {}; logged once; the run continues",
                    evidence.getName(),
                    evidence.getRunId(),
                    agent,
                    cause.toString(),
                    StorageFault.expectation(cause, data.root()));
        }
        store.leftOut(evidence.getRunId(), "the controller's disk", lost);
    }
}
