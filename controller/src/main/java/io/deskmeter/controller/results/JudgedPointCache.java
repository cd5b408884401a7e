package io.deskmeter.controller.results;

import io.deskmeter.controller.point.JudgedPoint;
import io.deskmeter.controller.store.engine.ColumnMapping;
import io.deskmeter.controller.store.folder.DerivedFiles;
import io.deskmeter.evidence.AtomicFile;
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
 * Judged load points of runs that have ended, each in a file: a head of version and checksum, and JSON. The judge is a
 * pure function, so a file contains the result of judging again; it is created again if it is missing, incomplete, or
 * of another version of the judge. Thread-safe.
 */
@Component
final class JudgedPointCache {
    private static final Logger LOG = LoggerFactory.getLogger(JudgedPointCache.class);

    /** To be raised when the rules of {@code io.deskmeter.measure.verdict.Judge}, or what it returns, change. */
    private static final int VERSION = 5;

    private static final int KEPT = 50;

    private static final String NAME = "judged.json";

    private final DerivedFiles files;
    private final Map<String, Object> locks = new ConcurrentHashMap<>();
    private final Map<String, Kept> kept = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Kept> eldest) {
            return size() > KEPT;
        }
    };

    JudgedPointCache(DerivedFiles files) {
        this.files = files;
    }

    private record Kept(long generation, List<JudgedPoint> judged) {}

    /** The judged load points; {@code judge} judges them. */
    List<JudgedPoint> judged(String runId, Supplier<List<JudgedPoint>> judge) {
        synchronized (locks.computeIfAbsent(runId, id -> new Object())) {
            long generation = files.generation(runId);
            synchronized (kept) {
                Kept known = kept.get(runId);
                if (known != null && known.generation() == generation) {
                    return known.judged();
                }
            }
            List<JudgedPoint> judged = read(runId).orElseGet(() -> make(runId, generation, judge));
            synchronized (kept) {
                kept.put(runId, new Kept(generation, judged));
            }
            return judged;
        }
    }

    private List<JudgedPoint> make(String runId, long generation, Supplier<List<JudgedPoint>> judge) {
        List<JudgedPoint> made = judge.get();
        String json = ColumnMapping.json(made);
        byte[] content = (head(json) + "\n" + json).getBytes(StandardCharsets.UTF_8);
        files.keep(runId, generation, NAME, file -> AtomicFile.write(file, content));
        return made;
    }

    private Optional<List<JudgedPoint>> read(String runId) {
        Path file = files.file(runId, NAME);
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try {
            String text = Files.readString(file);
            int line = text.indexOf('\n');
            String json = text.substring(line + 1);
            return line >= 0 && text.substring(0, line).equals(head(json))
                    ? Optional.of(ColumnMapping.judged(json))
                    : Optional.empty();
        } catch (IOException | JacksonException e) {
            LOG.warn("run {}: {} is rebuilt: {}", runId, file, e.toString());
            return Optional.empty();
        }
    }

    private static String head(String json) {
        CRC32C crc = new CRC32C();
        crc.update(json.getBytes(StandardCharsets.UTF_8));
        return VERSION + " " + Long.toHexString(crc.getValue());
    }
}
