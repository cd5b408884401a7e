package io.deskmeter.controller.store;

import io.deskmeter.controller.store.StoredRuns.Judged;
import io.deskmeter.evidence.WholeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.zip.CRC32C;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;

/**
 * Judged load points of runs that have ended, each in a file: a head of version, timings and checksum, and JSON. The judge is a pure function, so a file
 * says what judging again would say; it is made again where it is missing, not whole, of another version of the judge, or of another number of timings. Safe for
 * any thread.
 */
@Component
final class JudgedFiles {
    private static final Logger log = LoggerFactory.getLogger(JudgedFiles.class);

    /** To be raised when the rules of {@code io.deskmeter.measure.Judge}, or what it returns, change. */
    private static final int VERSION = 1;

    private static final int KEPT = 50;

    private final DataDirectory data;
    private final Map<String, Object> locks = new ConcurrentHashMap<>();
    private final Map<String, Kept> kept = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Kept> eldest) {
            return size() > KEPT;
        }
    };

    JudgedFiles(DataDirectory data) {
        this.data = data;
    }

    private record Kept(int count, List<Judged> judged) {}

    /**
     * The judged load points.
     *
     * @param count timings of the run
     * @param judge judges them
     */
    List<Judged> judged(String runId, int count, Supplier<List<Judged>> judge) {
        synchronized (locks.computeIfAbsent(runId, id -> new Object())) {
            synchronized (kept) {
                Kept known = kept.get(runId);
                if (known != null && known.count() == count) {
                    return known.judged();
                }
            }
            List<Judged> judged = read(runId, count).orElseGet(() -> {
                List<Judged> made = judge.get();
                write(runId, count, made);
                return made;
            });
            synchronized (kept) {
                kept.put(runId, new Kept(count, judged));
            }
            return judged;
        }
    }

    private Path file(String runId) {
        return data.derived(runId).resolve("judged.json");
    }

    private Optional<List<Judged>> read(String runId, int count) {
        Path file = file(runId);
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try {
            String text = Files.readString(file);
            int line = text.indexOf('\n');
            String json = text.substring(line + 1);
            return line >= 0 && text.substring(0, line).equals(head(count, json))
                    ? Optional.of(Columns.judged(json))
                    : Optional.empty();
        } catch (IOException | JacksonException e) {
            log.warn("run {}: {} is made again: {}", runId, file, e.toString());
            return Optional.empty();
        }
    }

    private void write(String runId, int count, List<Judged> judged) {
        Path file = file(runId);
        try {
            String json = Columns.json(judged);
            Files.createDirectories(file.toAbsolutePath().getParent());
            WholeFile.write(file, (head(count, json) + "\n" + json).getBytes(StandardCharsets.UTF_8));
        } catch (IOException | JacksonException e) {
            // The store has everything; only the next time takes as long again.
            log.warn("run {}: {} cannot be kept: {}", runId, file, e.toString());
        }
    }

    private static String head(int count, String json) {
        CRC32C crc = new CRC32C();
        crc.update(json.getBytes(StandardCharsets.UTF_8));
        return VERSION + " " + count + " " + Long.toHexString(crc.getValue());
    }
}
