package io.deskmeter.link.spool;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;

/** One process per spool; the operating system releases the lock whenever the process ends. */
final class DirLock implements AutoCloseable {
    private final RandomAccessFile file;

    private DirLock(RandomAccessFile file) {
        this.file = file;
    }

    static DirLock take(Path dir) throws SpoolException {
        Path path = dir.resolve("lock");
        RandomAccessFile file;
        try {
            Files.createDirectories(dir);
            file = new RandomAccessFile(path.toFile(), "rw");
        } catch (IOException e) {
            throw SpoolException.failed("spool cannot be opened", dir, e);
        }
        if (!locked(file)) {
            SpoolException taken = new SpoolException(
                    "spool: " + dir
                            + " is in use (expected: one agent per spool; hint: is another agent running with the same data folder?)");
            try {
                file.close();
            } catch (IOException e) {
                taken.addSuppressed(e);
            }
            throw taken;
        }
        return new DirLock(file);
    }

    private static boolean locked(RandomAccessFile file) throws SpoolException {
        try {
            return file.getChannel().tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false;
        } catch (IOException e) {
            throw new SpoolException("spool: its lock cannot be taken: " + e.getMessage()
                    + " (expected: a file system with locks; hint: use a local disk)");
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
