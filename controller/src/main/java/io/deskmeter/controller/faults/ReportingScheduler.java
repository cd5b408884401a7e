package io.deskmeter.controller.faults;

import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import org.jspecify.annotations.Nullable;

/** One thread that runs tasks in order and reports their exceptions, which would otherwise be lost in unread futures. */
public final class ReportingScheduler extends ScheduledThreadPoolExecutor {
    private final String name;
    private final InternalFaults faults;

    /** @param name of the thread */
    public ReportingScheduler(String name, InternalFaults faults) {
        super(1, task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        });
        this.name = name;
        this.faults = faults;
    }

    @Override
    protected void afterExecute(Runnable task, @Nullable Throwable thrown) {
        super.afterExecute(task, thrown);
        Throwable fault =
                thrown == null && task instanceof Future<?> future && future.isDone() ? failure(future) : thrown;
        if (fault != null) {
            faults.report("a task of the thread " + name, fault);
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
