package io.deskmeter.controller.transfer;

import io.deskmeter.controller.check.Version;
import io.deskmeter.controller.store.folder.DataDirectory;
import io.deskmeter.controller.store.retention.Retention;
import io.deskmeter.controller.store.transfer.StoreSnapshots;
import io.deskmeter.controller.store.transfer.StoreSnapshots.Snapshot;
import io.deskmeter.evidence.AtomicFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Writes all that the store has at one instant, with the pictures of its runs and what could not be stored in tables,
 * while everything goes on. Secrets are not in it, nor what can be computed again. Thread-safe.
 */
@Component
public final class StoreBackup {
    private static final Logger LOG = LoggerFactory.getLogger(StoreBackup.class);

    private final StoreSnapshots snapshots;
    private final DataDirectory data;
    private final Retention retention;
    private final InstantSource wall;

    StoreBackup(StoreSnapshots snapshots, DataDirectory data, Retention retention, InstantSource wall) {
        this.snapshots = snapshots;
        this.data = data;
        this.retention = retention;
        this.wall = wall;
    }

    /** Writes the file; it is not complete if this throws. */
    public void write(OutputStream out) throws IOException {
        // Before the instant of the rows: what they name must still be there when it is read.
        retention.hold();
        try (Snapshot snapshot = snapshots.open()) {
            FileHeader header = new FileHeader(
                    FileKind.BACKUP.format(),
                    FileHeader.VERSION,
                    snapshot.schema(),
                    Version.own(),
                    snapshot.storeId(),
                    null,
                    wall.instant().toString(),
                    null);
            try (PartsWriter file = new PartsWriter(out, header)) {
                for (String table : snapshot.tables()) {
                    file.part(FileKind.TABLES + table + FileKind.LINES, part -> snapshot.write(table, part));
                }
                int[] missing = new int[1];
                snapshot.forEachPicture(null, (run, name) -> {
                    String part = FileKind.EVIDENCE + run + "/" + name;
                    if (!FileKind.BACKUP.mayHave(part)
                            || !RunExport.picture(file, part, data.evidence(run).resolve(name))) {
                        missing[0]++;
                    }
                });
                quarantine(file);
                file.finish();
                if (missing[0] > 0) {
                    LOG.warn(
                            "backup: {} pictures are not in {} (expected: all that the store names; hint: in a shared store, those of runs of other controllers are in their folders, and in their backups)",
                            missing[0],
                            data.evidence());
                }
            }
        } finally {
            retention.goOn();
        }
    }

    private void quarantine(PartsWriter file) throws IOException {
        if (!Files.isDirectory(data.quarantine())) {
            return;
        }
        List<Path> files;
        try (Stream<Path> all = Files.walk(data.quarantine(), 2)) {
            files = all.filter(Files::isRegularFile)
                    .filter(path -> !path.toString().endsWith(AtomicFile.UNFINISHED))
                    .sorted()
                    .toList();
        }
        for (Path path : files) {
            String name = FileKind.QUARANTINE
                    + data.quarantine().relativize(path).toString().replace('\\', '/');
            if (FileKind.BACKUP.mayHave(name)) {
                RunExport.picture(file, name, path);
            }
        }
    }
}
