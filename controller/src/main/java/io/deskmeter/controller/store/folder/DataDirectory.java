package io.deskmeter.controller.store.folder;

import io.deskmeter.link.access.PrivateFolders;
import io.deskmeter.text.FaultText;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The controller's folder, which only its user can enter: its secrets, {@code store.mv.db}, {@code evidence/RUN/},
 * {@code derived/RUN/}, {@code quarantine/}. One controller at a time.
 */
public final class DataDirectory implements AutoCloseable {
    private static final String LOCK = "controller.lock";
    private static final String MIGRATING = "store-migrating";
    private static final String EARLIER = "store-of-version-";
    private static final String SUFFIX = ".mv.db";

    static {
        FailStopFiles.register();
    }

    private final Path root;
    private final FileChannel channel;

    private DataDirectory(Path root, FileChannel channel) {
        this.root = root;
        this.channel = channel;
    }

    /**
     * Locks the folder for this process; it is created if it is missing.
     *
     * @throws IOException with a message for display: it cannot be written, or another controller uses it
     */
    public static DataDirectory take(Path folder) throws IOException {
        Path root = folder.toAbsolutePath().normalize();
        FileChannel channel;
        try {
            provide(root);
            channel = FileChannel.open(root.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw new IOException(
                    "data directory: " + root + " cannot be written: " + FaultText.reason(e)
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

    /** Creates the folder if it is missing, and makes it private, without locking it. */
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
     * The URL of the database. Each commit is written to the operating system, because an acknowledged timing must
     * survive a killed process. The disk itself is forced when a run has ended, so a power failure may lose about the
     * last half minute. Its file is read and written through an asynchronous channel: a normal one is closed for all
     * users if a thread is interrupted while using it. See {@link FailStopFiles} for a write that fails.
     */
    public String jdbcUrl() {
        return url("store");
    }

    /** H2 writes nothing anew when it is closed: that took the last 20 MB of a disk. A file is compacted at a start. */
    private String url(String name) {
        return "jdbc:h2:" + FailStopFiles.PREFIX + "async:" + root.resolve(name)
                + ";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;"
                + "DEFAULT_NULL_ORDERING=HIGH;WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE;MAX_COMPACT_TIME=0";
    }

    /** The database's file. */
    public Path store() {
        return root.resolve("store.mv.db");
    }

    /** Names the store that the folder belongs to. */
    public Path storeId() {
        return root.resolve("store.id");
    }

    /** Names the controller in a shared store. */
    public Path controllerId() {
        return root.resolve("controller.id");
    }

    /** A copy of the database, while its tables are brought to a newer version. */
    public Path migrating() {
        return root.resolve(MIGRATING + SUFFIX);
    }

    /** The database as it was before its tables were brought from that version to a newer one. */
    public Path earlierStore(String version) {
        return root.resolve(EARLIER + version + SUFFIX);
    }

    public boolean isEarlierStore(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.startsWith(EARLIER) && name.endsWith(SUFFIX);
    }

    /** The URL of that copy. */
    public String migratingUrl() {
        return url(MIGRATING);
    }

    /** The folder with a folder of pictures for each run; not created here. */
    public Path evidence() {
        return root.resolve("evidence");
    }

    /** The folder for pictures of a run; not created here. */
    public Path evidence(String runId) {
        return evidence().resolve(runId);
    }

    /** The folder for files computed from a run's rows, which can be created again; not created here. */
    public Path derived(String runId) {
        return root.resolve("derived").resolve(runId);
    }

    /** The folder for files of runs that are being imported; emptied at each start; not created here. */
    public Path imports() {
        return root.resolve("imports");
    }

    /** The folder for archives of workloads, which are made again at each start; not created here. */
    public Path archives() {
        return root.resolve("archives");
    }

    /** The folder of the web server, which has no files that anybody needs; not created here. */
    public Path webServer() {
        return root.resolve("web");
    }

    /** The folder for data of agents of runs that the store does not have; not created here. */
    public Path held() {
        return root.resolve("held");
    }

    /** The folder for data of agents that cannot be stored in tables; not created here. */
    public Path quarantine() {
        return root.resolve("quarantine");
    }

    /** The part of it that belongs to a run; not created here. */
    public Path quarantine(String runId) {
        return quarantine().resolve(runId);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
