package io.deskmeter.testsupport;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * A clock that moves only when a test says so, and an executor on it: tasks run on the thread that calls
 * {@link #advance}, in the order of their time, tasks of one time in the order of their submission. {@link #nanoTime()}
 * within a task is the task's own time.
 *
 * <p>Not thread-safe: everything under test runs on the test's thread.
 */
public final class VirtualTime extends AbstractExecutorService implements ScheduledExecutorService, InstantSource {
    private static final Instant WALL_START = Instant.parse("2026-01-01T00:00:00Z");

    private final PriorityQueue<Task<?>> queue =
            new PriorityQueue<>(Comparator.<Task<?>>comparingLong(t -> t.at).thenComparingLong(t -> t.order));
    private long now;
    private long submitted;
    private boolean shutdown;

    /** Monotonic nanoseconds, from 0. */
    public long nanoTime() {
        return now;
    }

    /** {@link #nanoTime()} in the form that programs take. */
    public LongSupplier ticker() {
        return this::nanoTime;
    }

    @Override
    public Instant instant() {
        return WALL_START.plusNanos(now);
    }

    /** Runs all tasks that are due within the duration, and advances to its end. */
    public void advance(Duration duration) {
        long end = now + duration.toNanos();
        for (Task<?> next = queue.peek(); next != null && next.at <= end; next = queue.peek()) {
            queue.remove();
            now = Math.max(now, next.at);
            next.runOnce();
        }
        now = end;
    }

    /** Runs all tasks that are due now, and those that they submit for now. */
    public void settle() {
        advance(Duration.ZERO);
    }

    /** Runs task after task until none is left; fails after {@code atMost} of virtual time. */
    public void runAll(Duration atMost) {
        long end = now + atMost.toNanos();
        while (!queue.isEmpty()) {
            Task<?> next = queue.element();
            if (next.at > end) {
                throw new AssertionError("tasks are left after " + atMost + ": " + queue.size());
            }
            advance(Duration.ofNanos(Math.max(0, next.at - now)));
        }
    }

    /** The number of waiting tasks. */
    public int pending() {
        return (int) queue.stream().filter(t -> !t.isDone()).count();
    }

    @Override
    public void execute(Runnable command) {
        add(new Task<>(Executors.callable(command), 0, 0, TimeUnit.NANOSECONDS));
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
        return enqueue(new Task<>(Executors.callable(command), delay, 0, unit));
    }

    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> callable, long delay, TimeUnit unit) {
        return enqueue(new Task<>(callable, delay, 0, unit));
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable command, long initialDelay, long period, TimeUnit unit) {
        return enqueue(new Task<>(Executors.callable(command), initialDelay, unit.toNanos(period), unit));
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable command, long initialDelay, long delay, TimeUnit unit) {
        return scheduleAtFixedRate(command, initialDelay, delay, unit);
    }

    private <V> Task<V> enqueue(Task<V> task) {
        add(task);
        return task;
    }

    private void add(Task<?> task) {
        if (shutdown) {
            throw new RejectedExecutionException("virtual time is shut down");
        }
        queue.add(task);
    }

    @Override
    public void shutdown() {
        shutdown = true;
    }

    @Override
    public List<Runnable> shutdownNow() {
        shutdown = true;
        queue.clear();
        return List.of();
    }

    @Override
    public boolean isShutdown() {
        return shutdown;
    }

    @Override
    public boolean isTerminated() {
        return shutdown && queue.isEmpty();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        advance(Duration.ofNanos(unit.toNanos(timeout)));
        return isTerminated();
    }

    private final class Task<V> extends FutureTask<V> implements ScheduledFuture<V> {
        private final long order = submitted++;
        private final long period;
        private long at;

        private Task(Callable<V> callable, long delay, long periodNanos, TimeUnit unit) {
            super(callable);
            this.at = now + Math.max(0, unit.toNanos(delay));
            this.period = periodNanos;
        }

        private void runOnce() {
            if (period == 0) {
                run();
                rethrow();
            } else if (runAndReset()) {
                at += period;
                queue.add(this);
            } else {
                rethrow();
            }
        }

        /** A failed task must fail the test that advanced the time, not be lost in an unread future. */
        private void rethrow() {
            if (isCancelled()) {
                return;
            }
            try {
                get();
            } catch (ExecutionException e) {
                throw new AssertionError("a task failed at " + Duration.ofNanos(now), e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError(e);
            }
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(at - now, TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
        }
    }
}
