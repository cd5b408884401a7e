package io.deskmeter.agent.concurrent;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The only place where the agents make threads, pools and timers. None of them can lose a {@link Throwable}: what a
 * task throws is logged, also if the task is a periodic one or one whose future nobody reads, and the following tasks
 * run. All threads are daemons with a priority of their own; otherwise a thread has that of the one which needed it,
 * such as an event loop.
 */
public final class AgentThreads {
    private static final Duration IDLE = Duration.ofSeconds(10);

    private AgentThreads() {}

    /**
     * A pool.
     *
     * @param name of its threads, which are numbered
     * @param count of its threads; idle ones end after 10 s
     */
    public static ExecutorService pool(String name, int count) {
        GuardedPool pool = new GuardedPool(name, count, count, new LinkedBlockingQueue<>());
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /** A pool without a queue: it has as many threads as tasks. For few tasks that block. */
    public static ExecutorService unbounded(String name) {
        return new GuardedPool(name, 0, Integer.MAX_VALUE, new SynchronousQueue<>());
    }

    /** A pool of one thread, which runs tasks in order. */
    public static ExecutorService single(String name) {
        return pool(name, 1);
    }

    /** Timers on one thread of normal priority. */
    public static ScheduledExecutorService timers(String name) {
        return timers(name, Thread.NORM_PRIORITY);
    }

    /**
     * Timers on one thread. A periodic task that throws runs again at its next instant. A cancelled task is removed
     * immediately, not when it would have been due.
     *
     * @param priority of the thread
     */
    public static ScheduledExecutorService timers(String name, int priority) {
        return new GuardedTimers(name, priority);
    }

    /** A thread that is not started yet. */
    public static Thread thread(String name, Runnable task) {
        return thread(name, Thread.NORM_PRIORITY, task);
    }

    /**
     * A thread that is not started yet.
     *
     * @param priority of the thread
     */
    @SuppressWarnings("ThreadPriorityCheck") // nothing is correct only because of it
    public static Thread thread(String name, int priority, Runnable task) {
        Thread thread = new Thread(GuardedTasks.guarded(task), name);
        thread.setDaemon(true);
        thread.setPriority(priority);
        return thread;
    }

    private static ThreadFactory numbered(String name, int priority) {
        AtomicInteger count = new AtomicInteger();
        return task -> thread(name + "-" + count.incrementAndGet(), priority, task);
    }

    /** Reports what tasks throw. */
    private static final class GuardedPool extends ThreadPoolExecutor {
        GuardedPool(String name, int fewest, int most, BlockingQueue<Runnable> waiting) {
            super(fewest, most, IDLE.toMillis(), TimeUnit.MILLISECONDS, waiting, numbered(name, Thread.NORM_PRIORITY));
        }

        /** A task that throws would end its thread. */
        @Override
        public void execute(Runnable task) {
            super.execute(task instanceof Future<?> ? task : GuardedTasks.guarded(task));
        }

        @Override
        protected void afterExecute(Runnable task, @Nullable Throwable thrown) {
            super.afterExecute(task, thrown);
            GuardedTasks.reportFailure(task, thrown);
        }
    }

    /** Reports what tasks throw, and repeats periodic ones nevertheless. */
    private static final class GuardedTimers extends ScheduledThreadPoolExecutor {
        GuardedTimers(String name, int priority) {
            super(1, numbered(name, priority));
            setRemoveOnCancelPolicy(true);
        }

        @Override
        public ScheduledFuture<?> scheduleAtFixedRate(Runnable task, long initialDelay, long period, TimeUnit unit) {
            return super.scheduleAtFixedRate(GuardedTasks.guarded(task), initialDelay, period, unit);
        }

        @Override
        public ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, long initialDelay, long delay, TimeUnit unit) {
            return super.scheduleWithFixedDelay(GuardedTasks.guarded(task), initialDelay, delay, unit);
        }

        @Override
        protected void afterExecute(Runnable task, @Nullable Throwable thrown) {
            super.afterExecute(task, thrown);
            GuardedTasks.reportFailure(task, thrown);
        }
    }
}
