package io.deskmeter.controller.store.engine;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The room on the disk of an embedded store. */
final class StoreRoom {
    /** What must be free before the store is opened; a write of H2 is much smaller. */
    static final long OPENING = 16L << 20;

    private StoreRoom() {}

    /** In bytes. */
    static long free(Path folder) {
        return folder.toAbsolutePath().toFile().getUsableSpace();
    }

    /** Why a store in a folder must not be opened now: H2 can lose data where a write fails. Empty if it may be. */
    static Optional<String> lacking(Path folder) {
        long free = free(folder);
        return free >= OPENING || !Files.isDirectory(folder)
                ? Optional.empty()
                : Optional.of("No space left on the disk of " + folder + ": " + (free >> 20) + " MB free (expected: >= "
                        + (OPENING >> 20) + " MB before the store is opened; hint: free some)");
    }
}
