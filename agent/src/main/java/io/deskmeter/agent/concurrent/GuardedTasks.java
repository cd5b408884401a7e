package io.deskmeter.agent.concurrent;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs the exceptions of tasks whose futures are not read, such as periodic tasks of a scheduled executor. */
public final class GuardedTasks {
    private static final Logger LOG = LoggerFactory.getLogger(GuardedTasks.class);

    private GuardedTasks() {}

    /**
     * An executor stops a periodic task that throws, even an {@link Error}, without a message; so this task does not
     * throw.
     */
    public static Runnable guarded(Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (Throwable e) {
                LOG.error("a background task failed", e);
            }
        };
    }

    /**
     * Logs the failure of a chain of which nobody reads the result: the last stage of a chain keeps what its functions
     * throw, even an {@link Error}.
     *
     * @param what fails then, for the log: {@code the answer to a screenshot request}
     */
    public static void reportFailure(String what, CompletionStage<?> unread) {
        var unused = unread.whenComplete((nothing, failure) -> {
            if (failure != null && !(root(failure) instanceof CancellationException)) {
                LOG.error("{} failed", what, root(failure));
            }
        });
    }

    private static Throwable root(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }

    /** Logs what a task of an executor has thrown, which its future keeps if it is one. */
    static void reportFailure(Runnable task, @Nullable Throwable thrown) {
        Throwable failure =
                thrown == null && task instanceof Future<?> future && future.isDone() ? failure(future) : thrown;
        if (failure != null) {
            LOG.error("a background task failed", failure);
        }
    }

    private static @Nullable Throwable failure(Future<?> done) {
        try {
            done.get();
            return null;
        } catch (ExecutionException e) {
            return e.getCause();
        } catch (CancellationException e) {
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }
}
