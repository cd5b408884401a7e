package io.deskmeter.controller.web.result;

import io.deskmeter.controller.store.folder.DataDirectory;
import io.deskmeter.controller.store.result.EvidenceStore;
import io.deskmeter.controller.store.run.RunQueries;
import io.deskmeter.controller.web.http.NotFoundException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/** The operations of a run with pictures. */
@RestController
@RequestMapping("/api/v1/runs/{id}")
class EvidenceController {
    private static final MediaType HTML = new MediaType("text", "html", StandardCharsets.UTF_8);

    private static final String WAV = "audio/wav";

    private final RunQueries queries;
    private final EvidenceStore evidence;
    private final EvidencePages pages;
    private final DataDirectory data;

    EvidenceController(RunQueries queries, EvidenceStore evidence, EvidencePages pages, DataDirectory data) {
        this.queries = queries;
        this.evidence = evidence;
        this.pages = pages;
        this.data = data;
    }

    /** The pictures of a run. */
    @GetMapping(path = "/evidence", produces = MediaType.APPLICATION_JSON_VALUE)
    List<EvidenceStore.Picture> pictures(@PathVariable String id) {
        requireRun(id);
        return evidence.pictures(id);
    }

    /** The page that shows the pictures; it names them as its neighbours. */
    @GetMapping(path = "/evidence/index.html", produces = MediaType.TEXT_HTML_VALUE)
    ResponseEntity<StreamingResponseBody> evidencePage(@PathVariable String id) {
        String title =
                queries.run(id).orElseThrow(() -> NotFoundException.run(id)).title();
        return ResponseEntity.ok().contentType(HTML).body(out -> {
            Writer writer = new OutputStreamWriter(out, StandardCharsets.UTF_8);
            pages.write(id, title, writer);
            writer.flush();
        });
    }

    /** A picture, or a sound. Only names in the store are read from the disk. */
    @GetMapping(
            path = "/evidence/{name}",
            produces = {MediaType.IMAGE_PNG_VALUE, WAV})
    ResponseEntity<Resource> picture(@PathVariable String id, @PathVariable String name) {
        requireRun(id);
        boolean known = evidence.pictures(id).stream()
                .anyMatch(picture -> picture.name().equals(name));
        if (!known) {
            throw new NotFoundException("evidence: " + name + " (expected: a picture of run " + id + ")");
        }
        return ResponseEntity.ok()
                .contentType(name.endsWith(".wav") ? MediaType.parseMediaType(WAV) : MediaType.IMAGE_PNG)
                .body(new FileSystemResource(data.evidence(id).resolve(name)));
    }

    private void requireRun(String id) {
        if (queries.run(id).isEmpty()) {
            throw NotFoundException.run(id);
        }
    }
}
