package io.deskmeter.link.channel;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/** Shuts executors down. */
public final class ExecutorShutdown {
    private ExecutorShutdown() {}

    /** Waits for submitted tasks, up to a limit. */
    public static void await(ExecutorService executor, Duration atMost) {
        executor.shutdown();
        try {
            if (!executor.awaitTermination(atMost.toMillis(), TimeUnit.MILLISECONDS)) {
                executor.shutdownNow();
            }
        } catch (InterruptedException e) {
            executor.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
