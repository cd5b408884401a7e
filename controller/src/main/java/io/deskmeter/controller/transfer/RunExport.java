package io.deskmeter.controller.transfer;

import io.deskmeter.controller.check.Version;
import io.deskmeter.controller.store.folder.DataDirectory;
import io.deskmeter.controller.store.retention.Retention;
import io.deskmeter.controller.store.transfer.StoreSnapshots;
import io.deskmeter.controller.store.transfer.StoreSnapshots.Snapshot;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Writes a run that has ended as one file, with all that its report, its pages and comparisons need. Thread-safe. */
@Component
public final class RunExport {
    private static final Logger LOG = LoggerFactory.getLogger(RunExport.class);

    private final StoreSnapshots snapshots;
    private final DataDirectory data;
    private final Retention retention;

    RunExport(StoreSnapshots snapshots, DataDirectory data, Retention retention) {
        this.snapshots = snapshots;
        this.data = data;
        this.retention = retention;
    }

    /** Writes the file; it is not complete if this throws. */
    public void write(String runId, OutputStream out) throws IOException {
        // Before the instant of the rows: what they name must still be there when it is read.
        retention.hold(runId);
        try (Snapshot snapshot = snapshots.open()) {
            if (!snapshot.hasRun(runId)) {
                throw new IOException(
                        "run: " + runId + " was deleted meanwhile (expected: one that stays until it is exported)");
            }
            List<String> names = new ArrayList<>();
            snapshot.forEachPicture(runId, (run, name) -> names.add(name));
            List<String> there = names.stream()
                    .filter(name -> Files.exists(data.evidence(runId).resolve(name)))
                    .toList();
            int missing = names.size() - there.size();
            FileHeader header = new FileHeader(
                    FileKind.RUN.format(),
                    FileHeader.VERSION,
                    snapshot.schema(),
                    Version.own(),
                    snapshot.storeId(),
                    runId,
                    null,
                    missing);
            try (PartsWriter file = new PartsWriter(out, header)) {
                for (String table : StoreSnapshots.OF_RUN) {
                    file.part(FileKind.TABLES + table + FileKind.LINES, part -> snapshot.write(table, runId, part));
                }
                for (String name : there) {
                    Path picture = data.evidence(runId).resolve(name);
                    if (!picture(file, FileKind.EVIDENCE + name, picture)) {
                        throw new IOException(picture + ": was removed while run " + runId
                                + " was exported (expected: a file that stays; hint: export it again)");
                    }
                }
                file.finish();
            }
            if (missing > 0) {
                LOG.warn(
                        "export of run {}: {} of {} pictures are not in {} (expected: all that the store names; hint: in a shared store, they are in the folder of the controller that carried the run out: export it there)",
                        runId,
                        missing,
                        names.size(),
                        data.evidence(runId));
            }
        } finally {
            retention.goOn(runId);
        }
    }

    /**
     * False if it is not here, and so not in the file: in a shared store, pictures are in the folder of the controller
     * that carried the run out.
     */
    static boolean picture(PartsWriter file, String name, Path picture) throws IOException {
        byte[] content;
        try {
            content = Files.readAllBytes(picture);
        } catch (NoSuchFileException e) {
            return false;
        }
        file.part(name, part -> part.write(content));
        return true;
    }
}
