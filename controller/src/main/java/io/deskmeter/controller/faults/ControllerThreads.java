package io.deskmeter.controller.faults;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The only place where the controller makes threads, pools and timers, but for the runs' mailbox. None of them can lose
 * a {@link Throwable}: what a task throws is reported, also if nobody reads its future, and the following tasks run; a
 * periodic task that throws runs again at its next instant.
 */
public final class ControllerThreads {
    private static final long IDLE_SECONDS = 60;

    private ControllerThreads() {}

    /** Timers on one thread. */
    public static ScheduledExecutorService timers(String name, InternalFaults faults) {
        return new GuardedTimers(new Guard(name, faults));
    }

    /** A pool of one thread, which runs tasks in order. */
    public static ExecutorService single(String name, InternalFaults faults) {
        return new GuardedPool(new Guard(name, faults), 1, 1, new LinkedBlockingQueue<>());
    }

    /** A pool without a queue: it has as many threads as tasks. For tasks that block. */
    public static ExecutorService unbounded(String name, InternalFaults faults) {
        return new GuardedPool(new Guard(name, faults), 0, Integer.MAX_VALUE, new SynchronousQueue<>());
    }

    /** A thread that is not started yet and does not keep the program alive. */
    public static Thread daemon(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    /** What is to be done when the program is asked to end. */
    public static Thread shutdownHook(String name, Runnable task) {
        return new Thread(task, name);
    }

    /** Reports what tasks throw. */
    private record Guard(String name, InternalFaults faults) {
        Runnable around(Runnable task) {
            return () -> {
                try {
                    task.run();
                } catch (Throwable e) {
                    report(e);
                }
            };
        }

        /** @param task whose future keeps what it has thrown, if it is one */
        void after(Runnable task, @Nullable Throwable thrown) {
            Throwable fault =
                    thrown == null && task instanceof Future<?> future && future.isDone() ? failure(future) : thrown;
            if (fault != null) {
                report(fault);
            }
        }

        private void report(Throwable fault) {
            faults.report("a task of the thread " + name, fault);
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

    private static final class GuardedPool extends ThreadPoolExecutor {
        private final Guard guard;

        GuardedPool(Guard guard, int fewest, int most, BlockingQueue<Runnable> waiting) {
            super(fewest, most, IDLE_SECONDS, TimeUnit.SECONDS, waiting, task -> daemon(guard.name(), task));
            this.guard = guard;
        }

        /** A task that throws would end its thread. */
        @Override
        public void execute(Runnable task) {
            super.execute(task instanceof Future<?> ? task : guard.around(task));
        }

        @Override
        protected void afterExecute(Runnable task, @Nullable Throwable thrown) {
            super.afterExecute(task, thrown);
            guard.after(task, thrown);
        }
    }

    private static final class GuardedTimers extends ScheduledThreadPoolExecutor {
        private final Guard guard;

        GuardedTimers(Guard guard) {
            super(1, task -> daemon(guard.name(), task));
            this.guard = guard;
            setRemoveOnCancelPolicy(true);
        }

        @Override
        public ScheduledFuture<?> scheduleAtFixedRate(Runnable task, long initialDelay, long period, TimeUnit unit) {
            return super.scheduleAtFixedRate(guard.around(task), initialDelay, period, unit);
        }

        @Override
        public ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, long initialDelay, long delay, TimeUnit unit) {
            return super.scheduleWithFixedDelay(guard.around(task), initialDelay, delay, unit);
        }

        @Override
        protected void afterExecute(Runnable task, @Nullable Throwable thrown) {
            super.afterExecute(task, thrown);
            guard.after(task, thrown);
        }
    }
}
