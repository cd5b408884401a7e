package io.deskmeter.agent.desktopagent;

import io.deskmeter.agent.platform.PrivateFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * When a user logs on again at once, the desktop agent of the previous session may still be ending. The lock is held
 * for the lifetime of a process, so its holder is the only process that writes.
 */
final class SingleInstanceLock implements AutoCloseable {
    private static final String FILE = "instance.lock";
    private static final long BETWEEN_LOOKS_MILLIS = 100;

    private final FileChannel channel;

    private SingleInstanceLock(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Waits for the predecessor's end, up to a time limit; after that, opening the locked folder reports the remaining
     * process.
     */
    static SingleInstanceLock await(PrivateFiles files, Path state, Duration atMost)
            throws IOException, InterruptedException {
        files.provideFolder(state, FILE);
        FileChannel channel =
                FileChannel.open(state.resolve(FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        long deadline = System.nanoTime() + atMost.toNanos();
        while (!locked(channel) && System.nanoTime() - deadline < 0) {
            TimeUnit.MILLISECONDS.sleep(BETWEEN_LOOKS_MILLIS);
        }
        return new SingleInstanceLock(channel);
    }

    private static boolean locked(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException heldInThisProcess) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
