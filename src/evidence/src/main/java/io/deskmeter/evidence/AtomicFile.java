package io.deskmeter.evidence;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

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

    /**
     * Creates a file that only its owner can read, for secrets and identities: whoever looks finds none or a whole one,
     * which a loss of power does not take back.
     *
     * @return false if a file of that name was there, which is unchanged
     * @throws IOException when it could not be created; then nothing of it is left
     */
    public static boolean createPrivate(Path file, byte[] content) throws IOException {
        Path part = writePrivatePart(file, content);
        try {
            link(part, file);
        } catch (FileAlreadyExistsException theOthers) {
            return false;
        } finally {
            Files.deleteIfExists(part);
        }
        forceFolder(file);
        return true;
    }

    /**
     * Writes a file that only its owner can read, in place of one of that name.
     *
     * @throws IOException when it could not be written; then the one of that name is unchanged
     */
    public static void writePrivate(Path file, byte[] content) throws IOException {
        Path part = writePrivatePart(file, content);
        try {
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
        forceFolder(file);
    }

    /** A name of its own for each writer; temporary files are private from their creation. */
    private static Path writePrivatePart(Path file, byte[] content) throws IOException {
        Path part = Files.createTempFile(folder(file), "." + file.getFileName() + "-", UNFINISHED);
        try (FileChannel channel = FileChannel.open(part, StandardOpenOption.WRITE)) {
            ByteBuffer rest = ByteBuffer.wrap(content);
            while (rest.hasRemaining()) {
                channel.write(rest);
            }
            channel.force(true);
        } catch (IOException e) {
            Files.deleteIfExists(part);
            throw e;
        }
        return part;
    }

    /**
     * A move replaces what another program has created meanwhile, a link does not; but not every file system has links.
     */
    private static void link(Path part, Path file) throws IOException {
        try {
            Files.createLink(file, part);
        } catch (FileAlreadyExistsException e) {
            throw e;
        } catch (UnsupportedOperationException | FileSystemException noLinks) {
            Files.move(part, file);
        }
    }

    private static void forceFolder(Path file) throws IOException {
        if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            try (FileChannel folder = FileChannel.open(folder(file), StandardOpenOption.READ)) {
                folder.force(true);
            }
        }
    }

    private static Path folder(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null) {
            throw new IOException(file + " (expected: a file in a folder)");
        }
        return folder;
    }
}
