package io.deskmeter.controller.ingest;

import io.deskmeter.controller.store.folder.DataDirectory;
import io.deskmeter.evidence.AtomicFile;
import io.deskmeter.link.v1.TimingBatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Keeps timings and samples that can never be stored, as received: {@code quarantine/RUN/AGENT-BATCH-CHECKSUM.batch},
 * each a message {@code TimingBatch}; those of no run that there is, in {@code quarantine} itself. A run's folder goes
 * with the run. A limit keeps an agent from filling the disk; beyond it they are only counted. Thread-safe.
 */
@Component
public final class Quarantine {
    static final long MOST_BYTES = 64L << 20;
    private static final int MOST_FILES = 1_000;
    private static final String SUFFIX = ".batch";
    private static final Logger LOG = LoggerFactory.getLogger(Quarantine.class);

    private final Path folder;
    private final long mostBytes;
    private final NoteLimit logged = new NoteLimit();
    private long records;
    private long batches;

    @Autowired
    Quarantine(DataDirectory data) {
        this(data.quarantine(), MOST_BYTES);
    }

    Quarantine(Path folder, long mostBytes) {
        this.folder = folder;
        this.mostBytes = mostBytes;
    }

    /** How many timings and samples could not be stored since this process began. */
    public synchronized long records() {
        return records;
    }

    /** The number of their batches. */
    public synchronized long batches() {
        return batches;
    }

    /**
     * Keeps timings and samples; the same ones once more are the same as once.
     *
     * @param runId of a known run, or empty
     * @param unusable the batch, reduced to them
     * @return the file, empty if the bound is reached
     * @throws IOException if it cannot be written: then the batch must be sent again
     */
    synchronized Optional<Path> keep(Optional<String> runId, String agent, TimingBatch unusable, String why)
            throws IOException {
        byte[] content = unusable.toByteArray();
        Path place = runId.map(folder::resolve).orElse(folder);
        Path file = place.resolve(name(agent, unusable.getBatch(), content));
        Optional<Path> kept = Files.exists(file) ? Optional.of(file) : write(place, file, content);
        records += unusable.getTimingsCount() + unusable.getSamplesCount();
        batches++;
        if (!logged.mayAdd(runId.orElse(""))) {
            return kept;
        }
        LOG.error(
                "agent {}: batch {}: {} cannot be stored: {} ({})",
                agent,
                unusable.getBatch(),
                ReceivedBatch.count(unusable.getTimingsCount(), unusable.getSamplesCount()),
                why,
                kept.map(path -> "kept in " + path)
                        .orElse("not kept: " + folder + " has reached its bound of " + mostBytes + " bytes or "
                                + MOST_FILES + " files; hint: inspect the files, then remove them"));
        return kept;
    }

    private Optional<Path> write(Path place, Path file, byte[] content) throws IOException {
        Files.createDirectories(place);
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.filter(Files::isRegularFile).toList();
        }
        long bytes = content.length;
        for (Path other : files) {
            bytes += Files.size(other);
        }
        if (files.size() >= MOST_FILES || bytes > mostBytes) {
            return Optional.empty();
        }
        AtomicFile.write(file, content);
        return Optional.of(file);
    }

    /** An agent's text is not trusted as the name of a file. */
    private static String name(String agent, long batch, byte[] content) {
        CRC32C checksum = new CRC32C();
        checksum.update(content);
        String plain = agent.replaceAll("[^A-Za-z0-9_-]", "_");
        return plain.substring(0, Math.min(plain.length(), 60)) + "-" + batch + "-"
                + Long.toHexString(checksum.getValue()) + SUFFIX;
    }
}
