package io.deskmeter.controller.columns;

import io.deskmeter.controller.run.Runs;
import io.deskmeter.controller.store.DerivedFiles;
import io.deskmeter.controller.store.StoredRuns;
import io.deskmeter.controller.store.TimingStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * The columns of runs. Those of a run that has ended are kept in a file, made when they are asked for first and again where that is missing; those of a
 * run that goes on are some seconds old at most. Safe for any thread; whoever asks while they are made waits.
 */
@Component
public final class ColumnsStore {
    private static final Logger log = LoggerFactory.getLogger(ColumnsStore.class);

    /** Timings that are kept in memory; one run is kept whatever its size. About 65 bytes each. */
    private static final int KEPT = 1_500_000;

    private static final String NAME = "timings.columns";
    private static final long FRESH_NANOS = 3_000_000_000L;

    private final StoredRuns stored;
    private final TimingStore timings;
    private final DerivedFiles files;
    private final Runs runs;
    private final LongSupplier nanoTime;

    /** The least recently used first. */
    private final Map<String, Entry> kept = new LinkedHashMap<>(16, 0.75f, true);

    private final Map<String, Object> locks = new ConcurrentHashMap<>();

    /**
     * Columns in memory.
     *
     * @param live whether the run went on when they were made
     * @param generation of its timings
     * @param at monotonic, in nanoseconds
     */
    private record Entry(RunColumns columns, boolean live, long generation, long at) {}

    ColumnsStore(StoredRuns stored, TimingStore timings, DerivedFiles files, Runs runs, LongSupplier nanoTime) {
        this.stored = stored;
        this.timings = timings;
        this.files = files;
        this.runs = runs;
        this.nanoTime = nanoTime;
    }

    /** The columns of a run that the store has. */
    public RunColumns of(String runId) {
        synchronized (locks.computeIfAbsent(runId, id -> new Object())) {
            boolean live = runs.find(runId).isPresent();
            long generation = files.generation(runId);
            Optional<RunColumns> known = known(runId, live, generation);
            if (known.isPresent()) {
                return known.get();
            }
            RunColumns columns = live ? build(runId) : ended(runId, generation);
            keep(runId, new Entry(columns, live, generation, nanoTime.getAsLong()));
            return columns;
        }
    }

    private Optional<RunColumns> known(String runId, boolean live, long generation) {
        synchronized (kept) {
            return Optional.ofNullable(kept.get(runId))
                    .filter(entry -> entry.live() == live)
                    .filter(entry ->
                            live ? nanoTime.getAsLong() - entry.at() < FRESH_NANOS : entry.generation() == generation)
                    .map(Entry::columns);
        }
    }

    private void keep(String runId, Entry entry) {
        synchronized (kept) {
            kept.put(runId, entry);
            int all =
                    kept.values().stream().mapToInt(one -> one.columns().size()).sum();
            var eldest = kept.entrySet().iterator();
            while (all > KEPT && kept.size() > 1) {
                all -= eldest.next().getValue().columns().size();
                eldest.remove();
            }
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
            log.warn("run {}: {} cannot be read and is made again: {}", runId, file, e.toString());
        }
        RunColumns columns = build(runId);
        files.keep(runId, generation, NAME, to -> ColumnsFile.write(columns, to));
        return columns;
    }

    private RunColumns build(String runId) {
        ColumnsBuilder columns = new ColumnsBuilder(timings.count(runId));
        stored.forEachPoint(runId, columns::add);
        return columns.build();
    }
}
