package io.deskmeter.link.access;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** A file with a key, which only its owner may read. */
public final class PrivateFile {
    private PrivateFile() {}

    /**
     * Checks that only the owner of a file has rights.
     *
     * @param because what others could do with it, for display
     * @throws IOException if others have rights; the message is for display
     */
    public static void require(Path file, String because) throws IOException {
        if (!PrivateFolders.isPosix(file)) {
            return;
        }
        String rights = PosixFilePermissions.toString(Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS));
        if (!rights.endsWith("------")) {
            throw new IOException(file + " has the rights " + rights + " (expected: rw-------, because " + because
                    + "; hint: chmod 600, if nobody else has read it)");
        }
    }
}
