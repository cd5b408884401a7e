package io.deskmeter.bench.ue.live;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * An {@code Xvnc} that sends up to 1,000 updates a second instead of 60: what it shows then is what has just been
 * painted, so a lag is that of the painting.
 */
final class FrequentUpdates {
    private static final int UPDATES_PER_SECOND = 1_000;

    private FrequentUpdates() {}

    /**
     * The folders in which programs are searched, with this {@code Xvnc} first.
     *
     * @param folder for a script; created
     * @param path in the form of the variable PATH
     */
    static String before(String path, Path folder) throws IOException {
        Files.createDirectories(folder);
        Path script = folder.resolve("Xvnc");
        Files.writeString(script, """
                #!/bin/sh
                PATH=${PATH#%s:}
                exec Xvnc -FrameRate %d "$@"
                """.formatted(folder, UPDATES_PER_SECOND));
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        return folder + ":" + path;
    }
}
