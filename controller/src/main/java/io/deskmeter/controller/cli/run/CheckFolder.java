package io.deskmeter.controller.cli.run;

import io.deskmeter.controller.store.folder.DataDirectory;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * The data folder of the controller and the agent that a check starts: {@code check/N} below the data folder, with the
 * lowest number that no other check uses. So checks do not wait for each other, nor for a run or a controller that uses
 * the data folder itself. The next check with that number uses it again. It has a copy of the accounts while it is
 * used.
 */
final class CheckFolder implements AutoCloseable {
    private static final int MOST = 99;
    private static final String ACCOUNTS = "accounts";

    private final Path root;
    private final FileChannel lock;

    private CheckFolder(Path root, FileChannel lock) {
        this.root = root;
        this.lock = lock;
    }

    /**
     * Takes one.
     *
     * @param data folder of the controller; created if it is missing
     * @throws IOException if it cannot be written, or all are in use
     */
    static CheckFolder below(Path data) throws IOException {
        Path all = DataDirectory.provide(data).resolve("check");
        for (int number = 1; number <= MOST; number++) {
            Path root = DataDirectory.provide(Files.createDirectories(all.resolve(Integer.toString(number))));
            FileChannel lock = locked(root.resolve("check.lock"));
            if (lock != null) {
                CheckFolder folder = new CheckFolder(root, lock);
                folder.copyAccounts(data.resolve(ACCOUNTS));
                return folder;
            }
        }
        throw new IOException("all " + MOST + " folders below it are in use by other checks");
    }

    private static @Nullable FileChannel locked(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            FileLock lock = channel.tryLock();
            if (lock != null) {
                return channel;
            }
        } catch (OverlappingFileLockException e) {
            channel.close();
            return null;
        }
        channel.close();
        return null;
    }

    private void copyAccounts(Path from) throws IOException {
        removeAccounts();
        if (!Files.isDirectory(from)) {
            return;
        }
        Path to = DataDirectory.provide(Files.createDirectories(root.resolve(ACCOUNTS)));
        try (DirectoryStream<Path> sets = Files.newDirectoryStream(from)) {
            for (Path set : sets) {
                Files.copy(set, to.resolve(set.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    private void removeAccounts() throws IOException {
        Path copies = root.resolve(ACCOUNTS);
        if (!Files.isDirectory(copies)) {
            return;
        }
        try (DirectoryStream<Path> sets = Files.newDirectoryStream(copies)) {
            for (Path set : sets) {
                Files.delete(set);
            }
        }
    }

    Path root() {
        return root;
    }

    @Override
    public void close() throws IOException {
        try {
            removeAccounts();
        } finally {
            lock.close();
        }
    }
}
