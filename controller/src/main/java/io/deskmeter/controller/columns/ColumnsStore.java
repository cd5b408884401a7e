package io.deskmeter.controller.columns;

import io.deskmeter.controller.report.TimingPoint;
import io.deskmeter.controller.results.StoredRuns;
import io.deskmeter.controller.run.ActiveRuns;
import io.deskmeter.controller.store.folder.DerivedFiles;
import io.deskmeter.controller.store.result.TimingStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * The columns of runs. Those of a finished run are stored in a file, which is created at first use and again if it is
 * missing; those of an active run are at most some seconds old. Large runs are memory-mapped instead of being held in
 * the heap. Thread-safe; callers wait while columns are created.
 */
@Component
public final class ColumnsStore {
    private static final Logger LOG = LoggerFactory.getLogger(ColumnsStore.class);

    /** A run of more timings is mapped: 13 MB. */
    private static final int MOST_IN_HEAP = 200_000;

    /** The number of runs whose columns are cached. */
    private static final int KEPT = 8;

    private static final String NAME = "timings.columns";
    private static final long FRESH_NANOS = 3_000_000_000L;

    private final StoredRuns stored;
    private final TimingStore timings;
    private final DerivedFiles files;
    private final ActiveRuns runs;
    private final LongSupplier nanoTime;

    /** The least recently used first. */
    private final Map<String, Entry> kept = new LinkedHashMap<>(16, 0.75f, true);

    private final Map<String, Object> locks = new ConcurrentHashMap<>();
    private final AtomicLong parts = new AtomicLong();

    /** Cached columns; guarded by {@link #kept}. */
    private static final class Entry {
        private final RunColumns columns;
        private final boolean live;
        private final long generation;
        private final long at;
        private int readers;
        private boolean dropped;

        /**
         * Of a run.
         *
         * @param live whether it went on when they were made
         * @param generation of its timings
         * @param at monotonic, in nanoseconds
         */
        private Entry(RunColumns columns, boolean live, long generation, long at) {
            this.columns = columns;
            this.live = live;
            this.generation = generation;
            this.at = at;
        }

        private void drop() {
            dropped = true;
            unmapIfUnused();
        }

        private void unmapIfUnused() {
            if (dropped && readers == 0) {
                columns.unmap();
            }
        }
    }

    ColumnsStore(StoredRuns stored, TimingStore timings, DerivedFiles files, ActiveRuns runs, LongSupplier nanoTime) {
        this.stored = stored;
        this.timings = timings;
        this.files = files;
        this.runs = runs;
        this.nanoTime = nanoTime;
        files.listen(this::forgetEnded);
    }

    /** Reads columns, and may fail like any I/O. */
    public interface Reading<T> {
        T of(RunColumns columns) throws IOException;
    }

    /**
     * Lends the columns of a run that the store has.
     *
     * @param reading must not keep the columns, nor objects that read them later
     */
    public <T> T read(String runId, Function<RunColumns, T> reading) {
        try {
            return readOrWrite(runId, reading::apply);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The same, for what writes elsewhere meanwhile. */
    public <T> T readOrWrite(String runId, Reading<T> reading) throws IOException {
        Entry entry = borrow(runId);
        try {
            return reading.of(entry.columns);
        } finally {
            synchronized (kept) {
                entry.readers--;
                entry.unmapIfUnused();
            }
        }
    }

    /**
     * Releases a run whose file is deleted: its disk space is free when the last reader has finished. An active run
     * gets timings all the time; its cached columns are at most some seconds old.
     */
    private void forgetEnded(String runId) {
        synchronized (kept) {
            Entry known = kept.get(runId);
            if (known != null && !known.live) {
                forget(runId);
            }
        }
    }

    private void forget(String runId) {
        synchronized (kept) {
            Entry known = kept.remove(runId);
            if (known != null) {
                known.drop();
            }
        }
    }

    private Entry borrow(String runId) {
        synchronized (locks.computeIfAbsent(runId, id -> new Object())) {
            boolean live = runs.find(runId).isPresent();
            long generation = files.generation(runId);
            Optional<Entry> known = known(runId, live, generation);
            if (known.isPresent()) {
                return known.get();
            }
            RunColumns columns = live ? build(runId, true, generation) : ended(runId, generation);
            return keep(runId, new Entry(columns, live, generation, nanoTime.getAsLong()));
        }
    }

    private Optional<Entry> known(String runId, boolean live, long generation) {
        synchronized (kept) {
            Optional<Entry> known = Optional.ofNullable(kept.get(runId))
                    .filter(entry -> entry.live == live)
                    .filter(entry ->
                            live ? nanoTime.getAsLong() - entry.at < FRESH_NANOS : entry.generation == generation);
            known.ifPresent(entry -> entry.readers++);
            return known;
        }
    }

    private Entry keep(String runId, Entry entry) {
        synchronized (kept) {
            entry.readers++;
            Entry before = kept.put(runId, entry);
            if (before != null) {
                before.drop();
            }
            if (kept.size() > KEPT) {
                String eldest = kept.keySet().iterator().next();
                forget(eldest);
            }
            return entry;
        }
    }

    private RunColumns ended(String runId, long generation) {
        Path file = files.file(runId, NAME);
        try {
            Optional<RunColumns> read = ColumnsFile.read(file);
            if (read.isPresent()) {
                return read.get();
            }
        } catch (IOException e) {
            LOG.warn("run {}: {} cannot be read and is rebuilt: {}", runId, file, e.toString());
        }
        return build(runId, false, generation);
    }

    private RunColumns build(String runId, boolean live, long generation) {
        int count = timings.count(runId);
        if (live && count <= MOST_IN_HEAP) {
            return inHeap(runId, count);
        }
        // An active run gets more timings while they are read.
        int room = live ? count + count / 20 + 10_000 : Math.max(1, count);
        try {
            return inFile(runId, live, generation, room);
        } catch (IOException | UncheckedIOException e) {
            if (count > MOST_IN_HEAP) {
                throw new IllegalStateException(
                        "run " + runId + ": its " + count + " timings do not fit into " + files.file(runId, NAME)
                                + ": " + e.getMessage() + " (expected: "
                                + (((long) count * Column.all()) >> 20) + " MB of free space; hint: free some)",
                        e);
            }
            LOG.warn("run {}: {} cannot be kept: {}", runId, files.file(runId, NAME), e.toString());
            return inHeap(runId, count);
        }
    }

    private RunColumns inHeap(String runId, int count) {
        ColumnOutput.Heap heap = new ColumnOutput.Heap(count);
        ColumnsBuilder columns = new ColumnsBuilder(heap);
        stored.forEachPoint(runId, point -> add(columns, point));
        return RunColumns.of(columns, heap);
    }

    /**
     * Written to a separate file, which becomes the run's file if no timings were stored meanwhile; else it is deleted
     * after the last reader.
     */
    private RunColumns inFile(String runId, boolean live, long generation, int room) throws IOException {
        Path part = files.file(runId, NAME + "." + parts.incrementAndGet() + ".part");
        Files.createDirectories(part.toAbsolutePath().getParent());
        try (ColumnsFile.Writer writer = new ColumnsFile.Writer(part, room)) {
            ColumnsBuilder columns = new ColumnsBuilder(writer);
            stored.forEachPoint(runId, point -> add(columns, point));
            RunColumns written = writer.finish(columns);
            if (!live) {
                files.keep(
                        runId,
                        generation,
                        NAME,
                        to -> Files.move(
                                part, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING));
            }
            return written;
        } catch (UncheckedIOException e) {
            if (e.getCause() instanceof ColumnsFile.FullException) {
                return inFile(runId, live, generation, room + room / 2);
            }
            throw e;
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private static void add(ColumnsBuilder columns, TimingPoint point) {
        try {
            columns.add(point);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
