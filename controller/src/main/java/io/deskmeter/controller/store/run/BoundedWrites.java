package io.deskmeter.controller.store.run;

import io.deskmeter.controller.faults.ControllerThreads;
import io.deskmeter.controller.faults.InternalFaults;
import io.deskmeter.controller.run.port.RunJournal.JournalException;
import io.deskmeter.controller.store.engine.SilentStoreException;
import io.deskmeter.controller.store.engine.StoreWatch;
import jakarta.annotation.PreDestroy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Writes of the runs' mailbox, which must go on when the store hangs: all runs depend on it, and stop and abort too.
 * One thread writes, in order; nobody waits for it longer than the store may take to answer, and nobody at all while
 * the store is known not to answer. Thread-safe.
 */
@Component
public final class BoundedWrites {
    private final StoreWatch watch;
    private final ExecutorService writer;
    private @Nullable Future<?> givenUp;

    BoundedWrites(StoreWatch watch, InternalFaults faults) {
        this.watch = watch;
        this.writer = ControllerThreads.single("journal", faults);
    }

    /**
     * Writes.
     *
     * @throws JournalException as the write does; or because the store does not answer, and then it is not known
     *     whether it will be stored
     */
    public void run(Runnable write) {
        requireAnswers();
        CompletableFuture<Boolean> written = new CompletableFuture<>();
        writer.execute(() -> {
            try {
                write.run();
                written.complete(true);
            } catch (Throwable e) {
                written.completeExceptionally(e);
            }
        });
        for (int step = 0; step < watch.mostSteps(); step++) {
            if (isDone(written)) {
                return;
            }
        }
        giveUp(written);
        throw silent("a write was not done within "
                + watch.patience().toSeconds()
                + " s (expected: less; hint: see the log of the database's server, and the disk)");
    }

    /** Waits for one step. */
    private static boolean isDone(Future<?> written) {
        try {
            written.get(StoreWatch.STEP.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (ExecutionException e) {
            throw thrown(e.getCause());
        } catch (TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw silent("interrupted while it was written to");
        }
    }

    private synchronized void requireAnswers() {
        if (givenUp != null && !givenUp.isDone()) {
            throw silent("an earlier write is not done yet (expected: done within "
                    + watch.patience().toSeconds() + " s; hint: see the log of the database's server, and the disk)");
        }
        watch.silence().ifPresent(why -> {
            throw silent(why);
        });
    }

    private synchronized void giveUp(Future<?> write) {
        givenUp = write;
    }

    private static JournalException silent(String why) {
        return new JournalException(why, new SilentStoreException(why));
    }

    private static RuntimeException thrown(@Nullable Throwable cause) {
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof RuntimeException failure ? failure : new IllegalStateException(cause);
    }

    @PreDestroy
    void close() {
        writer.shutdownNow();
    }
}
