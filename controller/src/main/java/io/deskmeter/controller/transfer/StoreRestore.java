package io.deskmeter.controller.transfer;

import io.deskmeter.controller.store.engine.StoreLocation;
import io.deskmeter.controller.store.folder.DataDirectory;
import io.deskmeter.controller.store.transfer.StoreRestoration;
import io.deskmeter.evidence.AtomicFile;
import io.deskmeter.evidence.StorageFault;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes a data folder from a backup, without a controller. */
public final class StoreRestore {
    /** A backup has what the disk has; what a byte of it may become is bounded. */
    private static final long MOST_BYTES = Long.MAX_VALUE;

    private StoreRestore() {}

    /**
     * What was restored.
     *
     * @param madeAt when the backup was made
     * @param files pictures and others
     */
    public record Restored(String store, String madeAt, long files) {}

    /**
     * Restores a backup.
     *
     * @param folder missing or empty
     * @param secrets a file of {@link SecretFiles}; null for none: then a controller draws new ones
     * @param shared an empty database in place of a store in the folder; null for none
     * @throws IOException with a message for display; if it is an {@link InvalidFileException} that was found before
     *     anything was written, nothing is
     */
    public static Restored restore(
            Path backup, @Nullable Path secrets, Path folder, @Nullable StoreLocation shared, Instant at)
            throws IOException {
        requireReadable(backup, FileKind.BACKUP);
        PartsFile parts = PartsFile.check(backup, backup.toString(), FileKind.BACKUP, MOST_BYTES, Integer.MAX_VALUE);
        PartsFile secretParts = secrets == null ? null : SecretFiles.check(secrets);
        requireEmpty(folder);
        String store = parts.header().store();
        if (!store.matches("[0-9a-f-]{36}")) {
            throw new InvalidFileException(backup + ": store (expected: the id of a store, which is a UUID)");
        }
        try (DataDirectory data = DataDirectory.take(folder)) {
            // First: a controller that is started on what a restoration that was cut off has left finds no such store,
            // and says so.
            AtomicFile.createPrivate(
                    data.root().resolve("store.id"), (store + "\n").getBytes(StandardCharsets.US_ASCII));
            if (secretParts != null) {
                SecretFiles.restore(secretParts, data.root());
            }
            long[] files = new long[1];
            try (StoreRestoration restoration =
                    StoreRestoration.begin(data, shared, parts.header().schema())) {
                parts.read((name, in) -> {
                    if (name.startsWith(FileKind.TABLES)) {
                        restoration.insert(FileKind.table(name), name, in);
                    } else if (!name.equals(PartsWriter.HEADER)) {
                        Path file = data.root().resolve(name);
                        Files.createDirectories(Objects.requireNonNull(file.getParent(), "a part in a folder"));
                        Files.copy(in, file);
                        files[0]++;
                    }
                });
                restoration.complete(at, store);
            }
            return new Restored(store, String.valueOf(parts.header().madeAt()), files[0]);
        } catch (FileAlreadyExistsException e) {
            throw unfinished(folder, backup + ": " + e.getMessage() + " is there twice (expected: each part once)", e);
        } catch (IOException e) {
            throw unfinished(
                    folder,
                    e.getMessage()
                            + (StorageFault.of(e) == StorageFault.SPACE
                                    ? " " + StorageFault.expectation(e, folder)
                                    : ""),
                    e);
        }
    }

    private static IOException unfinished(Path folder, String why, IOException e) {
        return new IOException(
                why + "\n" + folder
                        + " is not complete, and no controller starts with it: remove it before the next attempt",
                e);
    }

    static void requireReadable(Path file, FileKind kind) throws IOException {
        if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
            throw new InvalidFileException(file + ": cannot be read (expected: " + kind.words() + ")");
        }
    }

    private static void requireEmpty(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        if (!Files.isDirectory(folder)) {
            throw new IOException("--data: " + folder + " is a file (expected: an empty folder, or a new one)");
        }
        try (Stream<Path> entries = Files.list(folder)) {
            var first = entries.findFirst();
            if (first.isPresent()) {
                throw new IOException(
                        "--data: " + folder + " has " + first.get().getFileName()
                                + " and maybe more (expected: an empty folder, or a new one; hint: nothing there is replaced; move it away if the backup is to take its place)");
            }
        }
    }
}
