package io.deskmeter.controller.ingest;

import io.deskmeter.controller.run.RunJournal.JournalException;
import io.deskmeter.controller.store.DataDirectory;
import io.deskmeter.controller.store.EvidenceStore;
import io.deskmeter.link.v1.Evidence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Keeps pictures as files of the data directory. Names come from agents and are not trusted. */
@Component
final class EvidenceFiles {
    private static final Logger log = LoggerFactory.getLogger(EvidenceFiles.class);
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,150}");

    private final DataDirectory data;
    private final EvidenceStore store;

    EvidenceFiles(DataDirectory data, EvidenceStore store) {
        this.data = data;
        this.store = store;
    }

    void store(Evidence evidence) {
        if (!NAME.matcher(evidence.getName()).matches() || !store.knowsRun(evidence.getRunId())) {
            log.warn(
                    "evidence {} of run {} is dropped (expected: a plain file name and a run of this store)",
                    evidence.getName(),
                    evidence.getRunId());
            return;
        }
        try {
            Path folder = Files.createDirectories(data.evidence(evidence.getRunId()));
            Files.write(folder.resolve(evidence.getName()), evidence.getPng().toByteArray());
        } catch (IOException e) {
            throw new JournalException("cannot write evidence " + evidence.getName() + ": " + e, e);
        }
        store.add(evidence.getRunId(), evidence.getName(), evidence.getSession(), evidence.getSequence());
    }
}
