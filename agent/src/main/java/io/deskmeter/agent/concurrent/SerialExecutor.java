package io.deskmeter.agent.concurrent;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs tasks one at a time, in order of submission, on threads of a shared pool. After a few tasks it goes to the end
 * of the pool's queue, so that a busy session cannot starve the others.
 */
public final class SerialExecutor implements Executor {
    private static final Logger LOG = LoggerFactory.getLogger(SerialExecutor.class);

    /** Few enough for fairness (a frame takes milliseconds), enough for low overhead. */
    static final int TASKS_PER_TURN = 8;

    private final Executor pool;
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private boolean scheduled;
    private volatile @Nullable Thread runner;

    public SerialExecutor(Executor pool) {
        this.pool = pool;
    }

    @Override
    public void execute(Runnable task) {
        synchronized (tasks) {
            tasks.add(task);
            if (scheduled) {
                return;
            }
            scheduled = true;
        }
        pool.execute(this::turn);
    }

    /** Whether the caller is a task of this executor. */
    public boolean runsHere() {
        return runner == Thread.currentThread();
    }

    private void turn() {
        for (int done = 0; done < TASKS_PER_TURN; done++) {
            Runnable task;
            synchronized (tasks) {
                task = tasks.poll();
                if (task == null) {
                    scheduled = false;
                    return;
                }
            }
            runOne(task);
        }
        pool.execute(this::turn);
    }

    /** A failing task, even with an {@link Error}, must not prevent the following tasks. */
    private void runOne(Runnable task) {
        runner = Thread.currentThread();
        try {
            task.run();
        } catch (Throwable e) {
            LOG.error("a task failed", e);
        } finally {
            runner = null;
        }
    }
}
