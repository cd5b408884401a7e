package io.deskmeter.agent.desktop;

import io.deskmeter.agent.platform.MarkedProcesses;
import io.deskmeter.agent.platform.Platform;
import io.deskmeter.evidence.StorageFault;
import io.deskmeter.text.FaultText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The folder of one agent's sessions: {@code lock}, {@code id}, and a folder {@code s/<name>} for each session. The id
 * is created with the folder and never changes, so that an agent recognises the processes of its predecessor.
 */
final class StateFolder implements AutoCloseable {
    private static final long LEAST_FREE_BYTES = 64L << 20;
    private static final String TIDYING = "tidying\n";
    private static final Duration LONGEST_TIDYING = Duration.ofSeconds(15);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);

    private final Platform platform;
    private final Path root;
    private final String id;
    private final FileChannel channel;
    private final String variable;
    private MarkedProcesses.@Nullable Guard guard;

    private StateFolder(Platform platform, Path root, String id, FileChannel channel, String variable) {
        this.platform = platform;
        this.variable = variable;
        this.root = root;
        this.id = id;
        this.channel = channel;
    }

    static StateFolder open(Platform platform, Path folder) throws DesktopException {
        return open(platform, folder, "DESKMETER_SESSION");
    }

    /**
     * Opens a folder for an agent. Waits for the {@link OrphanCleanUpMain} of a killed one.
     *
     * @param variable of the environment that marks the processes of its sessions
     */
    static StateFolder open(Platform platform, Path folder, String variable) throws DesktopException {
        return open(platform, folder, variable, "");
    }

    /** Opens the folder of a killed agent, to clean it up. */
    static StateFolder inherit(Platform platform, Path folder, String variable) throws DesktopException {
        return open(platform, folder, variable, TIDYING);
    }

    /** @param note that the owner of the lock writes to its file, for other programs */
    private static StateFolder open(Platform platform, Path folder, String variable, String note)
            throws DesktopException {
        try {
            if (Files.notExists(folder)) {
                platform.files().provideFolder(folder);
            }
            Path root = folder.toRealPath();
            Path lock = root.resolve("lock");
            FileChannel channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            long deadline = System.nanoTime() + LONGEST_TIDYING.toNanos();
            while (tryLock(channel) == null) {
                if (!Files.readString(lock).equals(TIDYING) || System.nanoTime() - deadline >= 0) {
                    channel.close();
                    throw new FolderHeldException(root);
                }
                LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
            }
            channel.truncate(0);
            channel.write(StandardCharsets.US_ASCII.encode(note));
            return new StateFolder(platform, root, identity(root.resolve("id")), channel, variable);
        } catch (IOException e) {
            throw unusable(folder, e);
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException heldInThisProcess) {
            return null;
        }
    }

    private static String identity(Path file) throws IOException {
        if (Files.exists(file)) {
            String id = Files.readString(file).strip();
            if (!id.isEmpty()) {
                return id;
            }
        }
        String id = UUID.randomUUID().toString();
        Files.writeString(file, id + "\n");
        return id;
    }

    Path root() {
        return root;
    }

    Platform platform() {
        return platform;
    }

    MarkedProcesses processes() {
        return platform.processes();
    }

    /** The environment entry that every process of a session carries; with an empty name the common prefix. */
    String sessionMarker(String name) {
        return variable + "=" + id + "/" + name;
    }

    /** The environment entry of one application of a session and its child processes. */
    String applicationMarker(String name, int application) {
        return "DESKMETER_APPLICATION=" + id + "/" + name + "/" + application + "/";
    }

    /** Creates a session's folder, after checking the free disk space. */
    SessionFolder session(String name) throws DesktopException {
        requireRoom();
        try {
            provide();
            return SessionFolder.create(sessions().resolve(name));
        } catch (IOException e) {
            throw unusable(root, e);
        }
    }

    /** Creates a folder for a session without a local desktop, after the same check. */
    Path place(String name) throws DesktopException {
        requireRoom();
        try {
            provide();
            Files.createDirectories(sessions());
            return platform.files().createFolder(sessions().resolve(name));
        } catch (IOException e) {
            throw unusable(root, e);
        }
    }

    /** Started with the first session, because before there is nothing to clean up. */
    private synchronized void provide() throws IOException {
        if (guard == null) {
            guard = processes().guard(root, OrphanCleanUpMain.class, root.toString(), variable);
        }
    }

    private void requireRoom() throws DesktopException {
        // Does not use FileStore, which requires the folder's mount in the mount table; in a chroot it is missing.
        long free = root.toFile().getUsableSpace();
        if (free < LEAST_FREE_BYTES) {
            throw new DesktopException("state folder: " + root + " has " + (free >> 20) + " MB free (expected: >= "
                    + (LEAST_FREE_BYTES >> 20) + " MB; hint: free some, or choose a folder on another disk)");
        }
    }

    /** Ends the processes and removes the folders of sessions that an earlier agent left. */
    LocalDesktops.Leftovers clean() throws DesktopException {
        int processes = processes().end(sessionMarker(""), Duration.ofSeconds(2));
        try {
            if (!Files.isDirectory(sessions())) {
                return new LocalDesktops.Leftovers(processes, 0);
            }
            List<Path> folders;
            try (Stream<Path> entries = Files.list(sessions())) {
                folders = entries.toList();
            }
            for (Path folder : folders) {
                SessionFolder.at(folder).remove();
            }
            return new LocalDesktops.Leftovers(processes, folders.size());
        } catch (IOException e) {
            throw unusable(root, e);
        }
    }

    private Path sessions() {
        return root.resolve("s");
    }

    private static DesktopException unusable(Path folder, IOException cause) {
        return new DesktopException(
                "state folder: " + folder + " cannot be used: " + FaultText.reason(cause) + " "
                        + StorageFault.expectation(cause, folder),
                cause);
    }

    /** Releases the lock; the folder and its id are kept. Call this when the sessions have ended. */
    @Override
    public synchronized void close() {
        if (guard != null) {
            guard.close();
            guard = null;
        }
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
