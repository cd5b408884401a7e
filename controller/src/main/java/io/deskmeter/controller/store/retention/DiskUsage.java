package io.deskmeter.controller.store.retention;

import io.deskmeter.controller.run.fact.RunCounts;
import io.deskmeter.controller.run.fact.RunState;
import io.deskmeter.controller.store.engine.ColumnMapping;
import io.deskmeter.controller.store.engine.ReadConnections;
import io.deskmeter.controller.store.engine.StoreEngine;
import io.deskmeter.controller.store.folder.DataDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** The disk usage of runs. Thread-safe. */
@Component
public final class DiskUsage {
    private final ReadConnections reads;
    private final DataDirectory data;
    private final StoreEngine engine;

    public DiskUsage(ReadConnections reads, DataDirectory data, StoreEngine engine) {
        this.reads = reads;
        this.data = data;
        this.engine = engine;
    }

    /**
     * The total usage.
     *
     * @param storeBytes the database
     * @param freeBytes that this user may still use of the disk
     * @param beingDeleted runs that nobody sees any more and that still take room
     * @param runs newest first
     */
    public record Storage(
            long storeBytes, long filesBytes, long freeBytes, int beingDeleted, List<RunDiskUsage> runs) {}

    private record Stored(RunDiskUsage use, long files) {}

    /** As it is now. */
    public Storage now() {
        try {
            List<Stored> stored = stored();
            long storeBytes = engine.bytes();
            long timings = stored.stream().mapToLong(one -> one.use().timings()).sum();
            List<RunDiskUsage> runs =
                    stored.stream().map(one -> use(one, storeBytes, timings)).toList();
            long files = stored.stream().mapToLong(Stored::files).sum();
            long free = Files.getFileStore(data.root()).getUsableSpace();
            int marked = reads.sql("select count(*) from run where deleted_at is not null")
                    .query(Integer.class)
                    .single();
            return new Storage(storeBytes, files, free, marked, runs);
        } catch (IOException e) {
            throw new IllegalStateException("disk usage of the runs in " + data.root() + ": cannot be read: " + e, e);
        }
    }

    private static RunDiskUsage use(Stored one, long storeBytes, long timings) {
        RunDiskUsage use = one.use();
        long rows = timings == 0 ? 0 : Math.round((double) storeBytes * use.timings() / timings);
        return new RunDiskUsage(
                use.id(), use.title(), use.createdAt(), use.ended(), use.pinned(), use.timings(), rows + one.files());
    }

    private List<Stored> stored() throws IOException {
        List<RunDiskUsage> runs = reads.sql("select id, title, created_at, state, pinned, counts,"
                        // Its controller was killed, and has left no counts.
                        + " case when counts is null and ended_at is not null"
                        + " then (select count(*) from timing where run_id = run.id) else 0 end as uncounted from run"
                        + " where deleted_at is null order by created_at desc, id desc")
                .query((row, number) -> new RunDiskUsage(
                        row.getString("id"),
                        row.getString("title"),
                        ColumnMapping.instant(row, "created_at"),
                        RunState.valueOf(row.getString("state")).ended(),
                        row.getBoolean("pinned"),
                        timings(row.getString("counts"), row.getInt("uncounted")),
                        0))
                .list();
        List<Stored> stored = new ArrayList<>();
        for (RunDiskUsage run : runs) {
            stored.add(new Stored(run, bytes(data.evidence(run.id())) + bytes(data.derived(run.id()))));
        }
        return stored;
    }

    /** The size of an active run is unknown. */
    private static int timings(@Nullable String counts, int uncounted) {
        RunCounts known = ColumnMapping.readOrNull(counts, RunCounts.class);
        return known == null ? uncounted : known.timings();
    }

    private static long bytes(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return 0;
        }
        try (Stream<Path> files = Files.list(folder)) {
            long bytes = 0;
            for (Path file : files.toList()) {
                bytes += size(file);
            }
            return bytes;
        }
    }

    /** A file that is being replaced counts as zero. */
    private static long size(Path file) throws IOException {
        try {
            return Files.size(file);
        } catch (NoSuchFileException e) {
            return 0;
        }
    }
}
