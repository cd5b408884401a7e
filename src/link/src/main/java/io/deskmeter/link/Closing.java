package io.deskmeter.link;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/** How executors end. */
final class Closing {
    private Closing() {}

    /** Lets what was submitted run, but not for ever. */
    static void await(ExecutorService executor, Duration atMost) {
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
