package io.deskmeter.screen.program;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The name that this machine has for itself. */
public final class HostName {
    private static final Path FILE = Path.of("/proc/sys/kernel/hostname");

    private HostName() {}

    /**
     * Read from the kernel, because resolving it in the network may take seconds; null if the system does not say it
     * there.
     */
    public static @Nullable String local() throws IOException {
        return Files.exists(FILE)
                ? Files.readString(FILE, StandardCharsets.ISO_8859_1).trim()
                : null;
    }
}
