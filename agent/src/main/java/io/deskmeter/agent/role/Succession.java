package io.deskmeter.agent.role;

import io.deskmeter.link.access.PrivateFolders;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * A user who logs on again at once may find the desktop agent of the session before still on its way out. The lock is held from the start of a
 * process to its end, so that whoever has it has no predecessor that still writes.
 */
final class Succession implements AutoCloseable {
    private static final String FILE = "succession";
    private static final long BETWEEN_LOOKS_MILLIS = 100;

    private final FileChannel channel;

    private Succession(FileChannel channel) {
        this.channel = channel;
    }

    /** Waits for the predecessor's end, but not longer than so; who is still there then will be named by what it holds. */
    static Succession await(Path state, Duration atMost) throws IOException, InterruptedException {
        PrivateFolders.provide(state, FILE);
        FileChannel channel =
                FileChannel.open(state.resolve(FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        long deadline = System.nanoTime() + atMost.toNanos();
        while (!locked(channel) && System.nanoTime() - deadline < 0) {
            TimeUnit.MILLISECONDS.sleep(BETWEEN_LOOKS_MILLIS);
        }
        return new Succession(channel);
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
