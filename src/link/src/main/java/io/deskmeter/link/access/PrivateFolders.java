package io.deskmeter.link.access;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;
import java.util.Set;

/**
 * Folders that only their owner can enter, regardless of the umask. On file systems without such permissions, normal
 * folders.
 */
public final class PrivateFolders {
    private static final Set<PosixFilePermission> OWN = PosixFilePermissions.fromString("rwx------");
    private static final String EXPECTED = " (expected: a folder that only this user can enter)";

    private PrivateFolders() {}

    /**
     * Creates a folder, or uses an existing one. If others can enter an existing folder, their permissions are removed
     * if it is empty or was created by this program before; otherwise it is refused, because its files may be meant for
     * others.
     *
     * @param marks files of which a folder of this program has at least one
     * @return the folder
     * @throws IOException if it cannot be created, belongs to another user or contains files that may be meant for
     *     others
     */
    public static Path provide(Path folder, String... marks) throws IOException {
        Path root = folder.toAbsolutePath().normalize();
        if (!Files.exists(root)) {
            Path parent = root.getParent();
            if (parent != null) {
                Files.createDirectories(parent);
            }
            return isPosix(parent == null ? root : parent)
                    ? Files.createDirectory(root, PosixFilePermissions.asFileAttribute(OWN))
                    : Files.createDirectory(root);
        }
        if (Files.isDirectory(root) && isPosix(root)) {
            take(root, List.of(marks));
        }
        return root;
    }

    private static void take(Path root, List<String> marks) throws IOException {
        UserPrincipal owner = Files.getOwner(root);
        if (!owner.equals(us(root))) {
            throw new IOException(root + " belongs to " + owner.getName() + EXPECTED);
        }
        Set<PosixFilePermission> rights = Files.getPosixFilePermissions(root);
        if (OWN.containsAll(rights)) {
            return;
        }
        boolean ours = marks.stream().anyMatch(mark -> Files.exists(root.resolve(mark)));
        if (!ours && !isEmpty(root)) {
            throw new IOException(root + " has the rights " + PosixFilePermissions.toString(rights) + EXPECTED
                    + "; it holds files of others: chmod 700, or name one of its own");
        }
        Files.setPosixFilePermissions(root, OWN);
    }

    /** Does not use FileStore, which requires the folder's mount in the mount table; in a chroot it is missing. */
    static boolean isPosix(Path folder) {
        return folder.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    /** The owner of a new file. */
    private static UserPrincipal us(Path root) throws IOException {
        Path probe = Files.createTempFile(root, ".owner", "");
        try {
            return Files.getOwner(probe);
        } finally {
            Files.delete(probe);
        }
    }

    private static boolean isEmpty(Path root) throws IOException {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(root)) {
            return !entries.iterator().hasNext();
        }
    }
}
