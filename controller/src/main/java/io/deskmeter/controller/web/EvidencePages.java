package io.deskmeter.controller.web;

import com.google.protobuf.InvalidProtocolBufferException;
import io.deskmeter.controller.store.EvidenceStore;
import io.deskmeter.evidence.EvidencePage;
import io.deskmeter.evidence.FilmStrip;
import io.deskmeter.link.FilmStripCodec;
import io.deskmeter.link.v1.EvidenceStrip;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Writes the page of a run's pictures from what is stored. Thread-safe. */
@Component
final class EvidencePages {
    private static final Logger log = LoggerFactory.getLogger(EvidencePages.class);

    private final EvidenceStore store;

    EvidencePages(EvidenceStore store) {
        this.store = store;
    }

    void write(String runId, String title, Writer writer) throws IOException {
        List<FilmStrip> strips = new ArrayList<>();
        for (byte[] stored : store.strips(runId)) {
            try {
                strips.add(FilmStripCodec.decode(EvidenceStrip.parseFrom(stored)));
            } catch (InvalidProtocolBufferException | IllegalArgumentException e) {
                log.warn("run {}: one operation is not on the page of its pictures: {}", runId, e.getMessage());
            }
        }
        EvidencePage.write(title, strips, store.leftOut(runId), writer);
    }
}
