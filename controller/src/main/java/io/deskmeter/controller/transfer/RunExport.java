package io.deskmeter.controller.transfer;

import io.deskmeter.controller.check.Version;
import io.deskmeter.controller.store.folder.DataDirectory;
import io.deskmeter.controller.store.transfer.StoreSnapshots;
import io.deskmeter.controller.store.transfer.StoreSnapshots.Snapshot;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.springframework.stereotype.Component;

/** Writes a run that has ended as one file, with all that its report, its pages and comparisons need. Thread-safe. */
@Component
public final class RunExport {
    private final StoreSnapshots snapshots;
    private final DataDirectory data;

    RunExport(StoreSnapshots snapshots, DataDirectory data) {
        this.snapshots = snapshots;
        this.data = data;
    }

    /** Writes the file; it is not complete if this throws. */
    public void write(String runId, OutputStream out) throws IOException {
        try (Snapshot snapshot = snapshots.open()) {
            FileHeader header = new FileHeader(
                    FileKind.RUN.format(),
                    FileHeader.VERSION,
                    snapshot.schema(),
                    Version.own(),
                    snapshot.storeId(),
                    runId,
                    null);
            try (PartsWriter file = new PartsWriter(out, header)) {
                for (String table : StoreSnapshots.OF_RUN) {
                    file.part(FileKind.TABLES + table + FileKind.LINES, part -> snapshot.write(table, runId, part));
                }
                snapshot.forEachPicture(
                        runId,
                        (run, name) -> picture(
                                file,
                                FileKind.EVIDENCE + name,
                                data.evidence(run).resolve(name)));
                file.finish();
            }
        }
    }

    /** One that is not here is left out: in a shared store, pictures are in the folder of the controller that carried the run out. */
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
