package io.deskmeter.controller.store;

import io.deskmeter.link.access.PrivateFolders;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The controller's folder, which nobody else can enter: its secrets, {@code store.mv.db}, {@code evidence/RUN/}, {@code derived/RUN/}, {@code
 * quarantine/}. One controller at a time.
 */
public final class DataDirectory implements AutoCloseable {
    private static final String LOCK = "controller.lock";

    private final Path root;
    private final FileChannel channel;

    private DataDirectory(Path root, FileChannel channel) {
        this.root = root;
        this.channel = channel;
    }

    /**
     * Takes the folder for this process; it is made where it is missing.
     *
     * @throws IOException with a message for people: it cannot be written, or another controller has it
     */
    public static DataDirectory take(Path folder) throws IOException {
        Path root = folder.toAbsolutePath().normalize();
        FileChannel channel;
        try {
            provide(root);
            channel = FileChannel.open(root.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw new IOException(
                    "data directory: " + root + " cannot be written: " + e
                            + " (expected: a folder this user may write; hint: --data DIR)",
                    e);
        }
        if (!lock(channel)) {
            channel.close();
            throw new IOException("data directory: " + root
                    + " is in use by another controller (expected: one controller for each; hint: end the"
                    + " other, or choose another --data)");
        }
        return new DataDirectory(root, channel);
    }

    /** Makes the folder where it is missing, and closes it to others, without taking it. */
    public static Path provide(Path folder) throws IOException {
        return PrivateFolders.provide(folder, LOCK, "store.mv.db");
    }

    private static boolean lock(FileChannel channel) throws IOException {
        try {
            FileLock lock = channel.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    /** Absolute. */
    public Path root() {
        return root;
    }

    /**
     * Where the database lives. With each commit it is handed to the operating system, for an acknowledged timing must survive a killed
     * process; the disk itself is forced when a run has ended, so a loss of power may cost what came within about half a minute before it. Its file is read and written through an asynchronous channel: an ordinary one is closed, for all, by whoever is
     * interrupted while using it.
     */
    public String jdbcUrl() {
        return "jdbc:h2:async:" + root.resolve("store") + ";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;"
                + "DEFAULT_NULL_ORDERING=HIGH;WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE";
    }

    /** The database's file. */
    public Path store() {
        return root.resolve("store.mv.db");
    }

    /** Pictures of a run; not made yet. */
    public Path evidence(String runId) {
        return root.resolve("evidence").resolve(runId);
    }

    /** What was computed from a run's rows and can be made again from them; not made yet. */
    public Path derived(String runId) {
        return root.resolve("derived").resolve(runId);
    }

    /** What agents sent and no table can hold; not made yet. */
    public Path quarantine() {
        return root.resolve("quarantine");
    }

    /** The part of it that goes with a run; not made yet. */
    public Path quarantine(String runId) {
        return quarantine().resolve(runId);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
