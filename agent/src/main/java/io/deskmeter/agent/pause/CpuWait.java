package io.deskmeter.agent.pause;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * For how long the calling thread was ready to run and had no CPU, by Linux. Elsewhere, and where it cannot be read,
 * nobody can tell a machine without CPU from a process that stood still: then all time counts as waited, so that no
 * pause is found. Used by one thread.
 */
final class CpuWait implements LongSupplier {
    private static final Logger LOG = LoggerFactory.getLogger(CpuWait.class);

    /** On the CPU, waiting for it, time slices. */
    private static final Path OWN = Path.of("/proc/thread-self/schedstat");

    private final LongSupplier nanoTime;
    private boolean unreadable;

    CpuWait(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    @Override
    public long getAsLong() {
        if (!unreadable) {
            try {
                return Long.parseLong(Files.readString(OWN).strip().split(" ", -1)[1]);
            } catch (IOException | NumberFormatException | ArrayIndexOutOfBoundsException e) {
                LOG.info("pauses of this agent cannot be told from a lack of CPU: {}", e.toString());
                unreadable = true;
            }
        }
        return nanoTime.getAsLong();
    }
}
