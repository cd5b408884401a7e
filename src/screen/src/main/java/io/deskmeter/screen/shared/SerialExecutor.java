package io.deskmeter.screen.shared;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs tasks one at a time, in order of submission, on threads of a shared pool, which need not be serial. After a few
 * tasks it goes to the end of the pool's queue, so that a busy session cannot starve the others.
 */
public final class SerialExecutor implements Executor {
    /** Few enough for fairness (a frame takes milliseconds), enough for low overhead. */
    static final int TASKS_PER_TURN = 8;

    private static final Logger LOG = LoggerFactory.getLogger(SerialExecutor.class);

    private final Executor underlying;
    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private boolean scheduled;
    private volatile @Nullable Thread runner;

    public SerialExecutor(Executor underlying) {
        this.underlying = underlying;
    }

    /**
     * Adds a task.
     *
     * @throws RejectedExecutionException if the underlying executor rejects it
     */
    @Override
    public void execute(Runnable task) {
        synchronized (tasks) {
            tasks.addLast(task);
            if (scheduled) {
                return;
            }
            scheduled = true;
        }
        try {
            underlying.execute(this::turn);
        } catch (RejectedExecutionException e) {
            abandon();
            throw e;
        }
    }

    /** Whether the caller is a task of this executor. */
    public boolean runsHere() {
        return runner == Thread.currentThread();
    }

    private void turn() {
        for (int i = 0; i < TASKS_PER_TURN; i++) {
            Runnable task;
            synchronized (tasks) {
                task = tasks.pollFirst();
                if (task == null) {
                    scheduled = false;
                    return;
                }
            }
            run(task);
        }
        try {
            underlying.execute(this::turn);
        } catch (RejectedExecutionException e) {
            abandon(); // shut down between two turns: whoever did so is done with us
        }
    }

    /**
     * A failing task, even with an {@link Error}, must not prevent the following tasks: the screen would stop forever.
     */
    private void run(Runnable task) {
        runner = Thread.currentThread();
        try {
            task.run();
        } catch (Throwable e) {
            LOG.error("a task failed", e);
        } finally {
            runner = null;
        }
    }

    private void abandon() {
        synchronized (tasks) {
            tasks.clear();
            scheduled = false;
        }
    }
}
