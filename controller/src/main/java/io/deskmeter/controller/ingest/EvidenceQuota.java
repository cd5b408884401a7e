package io.deskmeter.controller.ingest;

import io.deskmeter.controller.store.folder.DataDirectory;
import io.deskmeter.controller.store.result.EvidenceStore;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * How much room pictures may take: of one run, of all runs, and of what is free, which the timings need. Counts what is
 * stored, so it knows after a restart what it knew before. Thread-safe.
 */
@Component
public final class EvidenceQuota {
    private static final long GIB = 1L << 30;
    private static final long FREE_FOR_STORE = 256L << 20;
    /** What is deleted is noticed when the quota of all runs seems to be reached. */
    private static final long RECOUNT_NANOS = 30_000_000_000L;

    private final Path folder;
    private final Limits limits;
    private final LongSupplier freeBytes;
    private final ToLongFunction<String> descriptions;
    private final LongSupplier nanoTime;
    private final Map<String, Use> runs = new HashMap<>();
    private long total;
    private long countedAt;
    private boolean counted;

    /**
     * The most that is kept.
     *
     * @param runBytes of one run, with the descriptions
     * @param runFiles of one run
     * @param totalBytes of all runs
     * @param freeBytes of the disk that are left to everything else
     */
    record Limits(long runBytes, int runFiles, long totalBytes, long freeBytes) {
        private static final int RUN_PARTS = 10;
        private static final int TOTAL_PARTS = 2;
        private static final int FREE_PARTS = 50;
        private static final int FILES = 100_000;

        /**
         * Shares of the disk, so that nobody has to set them: a tenth of it for a run, half of it for all, a fiftieth,
         * or 1 GiB, left free.
         */
        static Limits of(long diskBytes) {
            return new Limits(
                    diskBytes / RUN_PARTS, FILES, diskBytes / TOTAL_PARTS, Math.max(GIB, diskBytes / FREE_PARTS));
        }
    }

    /** Why a picture is refused, for people. */
    enum Refusal {
        RUN("the controller: the quota of a run"),
        TOTAL("the controller: the quota of all runs"),
        DISK("the controller: too little free disk");

        private final String words;

        Refusal(String words) {
            this.words = words;
        }

        String words() {
            return words;
        }
    }

    private static final class Use {
        private long bytes;
        private int files;
    }

    @Autowired
    EvidenceQuota(DataDirectory data, EvidenceStore store) throws IOException {
        this(
                data.evidence(),
                Limits.of(Files.getFileStore(data.root()).getTotalSpace()),
                () -> free(data.root()),
                store::descriptionBytes,
                System::nanoTime);
    }

    /** @param descriptions the bytes of those of a run */
    EvidenceQuota(
            Path folder,
            Limits limits,
            LongSupplier freeBytes,
            ToLongFunction<String> descriptions,
            LongSupplier nanoTime) {
        this.folder = folder;
        this.limits = limits;
        this.freeBytes = freeBytes;
        this.descriptions = descriptions;
        this.nanoTime = nanoTime;
    }

    private static long free(Path root) {
        try {
            return Files.getFileStore(root).getUsableSpace();
        } catch (IOException e) {
            return Long.MAX_VALUE; // the write itself will tell
        }
    }

    /**
     * Takes room for a picture.
     *
     * @param bytes of it and of its description
     * @return why there is none; empty if it was taken
     */
    synchronized Optional<Refusal> take(String run, long bytes) throws IOException {
        Use use = use(run);
        if (use.files >= limits.runFiles || use.bytes + bytes > limits.runBytes) {
            return Optional.of(Refusal.RUN);
        }
        if (totalBytes() + bytes > limits.totalBytes && recounted() + bytes > limits.totalBytes) {
            return Optional.of(Refusal.TOTAL);
        }
        if (freeBytes.getAsLong() - bytes < limits.freeBytes) {
            return Optional.of(Refusal.DISK);
        }
        use.bytes += bytes;
        use.files++;
        total += bytes;
        return Optional.empty();
    }

    /**
     * Whether there is room for the pictures of a run that is not known yet; takes none.
     *
     * @return why there is none
     */
    public synchronized Optional<String> refusal(long bytes, int files) throws IOException {
        if (files > limits.runFiles || bytes > limits.runBytes) {
            return Optional.of(files + " pictures of " + bytes + " bytes (expected: at most " + limits.runFiles
                    + " and " + limits.runBytes + " bytes)");
        }
        if (recounted() + bytes > limits.totalBytes) {
            return Optional.of("pictures of " + bytes + " bytes beside " + total + " of other runs (expected: at most "
                    + limits.totalBytes + " of all runs; hint: delete runs)");
        }
        long free = freeBytes.getAsLong();
        if (free - bytes < limits.freeBytes) {
            return Optional.of("pictures of " + bytes + " bytes, and " + free + " are free (expected: "
                    + limits.freeBytes + " left; hint: delete runs, or use a larger disk)");
        }
        return Optional.empty();
    }

    /** Why so much more, of rows and batches, would take what the store itself needs to go on; empty if it does not. */
    public Optional<String> noRoomFor(long bytes) {
        long free = freeBytes.getAsLong();
        return free - bytes >= FREE_FOR_STORE
                ? Optional.empty()
                : Optional.of(bytes + " bytes, and " + free + " of the disk are free (expected: " + FREE_FOR_STORE
                        + " left; hint: delete runs, or use a larger disk)");
    }

    /** Forgets what it has counted of a run, whose pictures did not come from agents. */
    public synchronized void forget(String run) {
        runs.remove(run);
        counted = false;
    }

    /** Gives the room back that was taken for a picture which could not be written. */
    synchronized void giveBack(String run, long bytes) throws IOException {
        Use use = use(run);
        use.bytes -= bytes;
        use.files--;
        total -= bytes;
    }

    private Use use(String run) throws IOException {
        Use known = runs.get(run);
        if (known == null) {
            known = count(folder.resolve(run));
            known.bytes += descriptions.applyAsLong(run);
            runs.put(run, known);
        }
        return known;
    }

    private long totalBytes() throws IOException {
        return counted ? total : recounted();
    }

    private long recounted() throws IOException {
        long now = nanoTime.getAsLong();
        if (counted && now - countedAt < RECOUNT_NANOS) {
            return total;
        }
        long bytes = 0;
        if (Files.isDirectory(folder)) {
            try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
                for (Path run : all) {
                    bytes += count(run).bytes;
                }
            }
        }
        total = bytes;
        countedAt = now;
        counted = true;
        return bytes;
    }

    private static Use count(Path run) throws IOException {
        Use use = new Use();
        if (!Files.isDirectory(run)) {
            return use;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(run)) {
            for (Path file : files) {
                try {
                    use.bytes += Files.size(file);
                    use.files++;
                } catch (NoSuchFileException e) {
                    // It is being deleted.
                }
            }
        }
        return use;
    }
}
