package io.deskmeter.controller.store.folder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Files that are computed from a run's timings, and whether they are still up to date. New timings remove the files and
 * begin another generation; files of an earlier one are not kept. Thread-safe.
 */
@Component
public final class DerivedFiles {
    private static final Logger LOG = LoggerFactory.getLogger(DerivedFiles.class);

    private final DataDirectory data;
    private final Map<String, Long> generations = new ConcurrentHashMap<>();
    private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();

    public DerivedFiles(DataDirectory data) {
        this.data = data;
    }

    /** Writes a file. */
    public interface Write {
        void to(Path file) throws IOException;
    }

    /** Tells the runs whose files are removed, each when they are. */
    public void listen(Consumer<String> listener) {
        listeners.add(listener);
    }

    /** Where a file of that name is, if it is. */
    public Path file(String runId, String name) {
        return data.derived(runId).resolve(name);
    }

    /** Call this before timings are read. */
    public long generation(String runId) {
        return generations.getOrDefault(runId, 0L);
    }

    /** Keeps a file, unless timings were stored since that generation. A full disk only makes the next read slower. */
    public synchronized void keep(String runId, long generation, String name, Write write) {
        if (generation != generation(runId)) {
            return;
        }
        Path file = file(runId, name);
        try {
            Files.createDirectories(data.derived(runId));
            write.to(file);
        } catch (IOException e) {
            LOG.warn("run {}: {} cannot be kept: {}", runId, file, e.toString());
        }
    }

    /** Timings have been stored, or are about to be. */
    public synchronized void timingsCame(String runId) {
        generations.merge(runId, 1L, Long::sum);
        listeners.forEach(listener -> listener.accept(runId));
        Path folder = data.derived(runId);
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (var files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            LOG.error("run {}: {} may be out of date and cannot be removed: {}", runId, folder, e.toString());
        }
    }
}
