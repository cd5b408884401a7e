package io.deskmeter.link.spool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Timings cannot be kept, read or let go: what failed, where, and how much room the disk has. What was kept before is still kept. */
public final class SpoolException extends IOException {
    private static final long serialVersionUID = 1L;

    SpoolException(String message) {
        super(message);
    }

    private SpoolException(String message, IOException cause) {
        super(message, cause);
    }

    static SpoolException failed(String what, Path path, IOException cause) {
        return new SpoolException(
                what + ": " + path + ": " + cause.getMessage() + " (" + free(path)
                        + "; expected: a folder that can be written, on a disk with room; hint: free some room, the spool goes on by itself)",
                cause);
    }

    private static String free(Path path) {
        for (Path p = path.toAbsolutePath(); p != null; p = p.getParent()) {
            if (Files.exists(p)) {
                return "free: " + p.toFile().getUsableSpace() + " bytes";
            }
        }
        return "free: unknown";
    }
}
