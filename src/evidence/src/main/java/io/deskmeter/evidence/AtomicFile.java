package io.deskmeter.evidence;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes files atomically: a file is complete or absent, even if the program is killed or the disk is full. */
public final class AtomicFile {
    /** Ends the names of files that are being written; one that stays was left by a killed program. */
    public static final String UNFINISHED = ".part";

    private AtomicFile() {}

    /**
     * Writes a file beside and moves it to its place.
     *
     * @throws IOException when it could not be written; then nothing of it is left
     */
    public static void write(Path file, byte[] content) throws IOException {
        Path part = file.resolveSibling(file.getFileName() + UNFINISHED);
        try {
            Files.write(part, content);
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            try {
                Files.deleteIfExists(part);
            } catch (IOException more) {
                e.addSuppressed(more);
            }
            throw e;
        }
    }
}
