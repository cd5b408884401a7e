package io.deskmeter.controller.web.result;

import io.deskmeter.controller.store.result.EvidenceStore;
import io.deskmeter.evidence.EvidencePage;
import io.deskmeter.evidence.FilmStrip;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import org.springframework.stereotype.Component;

/** Writes the page of a run's pictures from what is stored. Thread-safe. */
@Component
final class EvidencePages {
    private final EvidenceStore store;

    EvidencePages(EvidenceStore store) {
        this.store = store;
    }

    void write(String runId, String title, Writer writer) throws IOException {
        List<FilmStrip> strips = StoredStrips.read(runId, store.strips(runId), store.pictures(runId));
        EvidencePage.write(title, strips, store.leftOut(runId), writer);
    }
}
