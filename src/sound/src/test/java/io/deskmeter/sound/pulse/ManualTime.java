package io.deskmeter.sound.pulse;

import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;

/** A clock that moves only when a test says so, and alarms on it. */
final class ManualTime implements Alarm {
    private record Task(long at, long order, Runnable task) {}

    private final PriorityQueue<Task> tasks =
            new PriorityQueue<>(Comparator.comparingLong(Task::at).thenComparingLong(Task::order));
    private long now;
    private long order;

    long nanoTime() {
        return now;
    }

    @Override
    public Runnable in(long nanos, Runnable task) {
        Task added = new Task(now + nanos, order++, task);
        tasks.add(added);
        return () -> tasks.remove(added);
    }

    void advance(Duration time) {
        long end = now + time.toNanos();
        for (Task next = tasks.peek(); next != null && next.at() <= end; next = tasks.peek()) {
            tasks.remove();
            now = Math.max(now, next.at());
            next.task().run();
        }
        now = end;
    }

    /** Lets time pass without anything being done in it, as on a machine that is too busy. */
    void stall(Duration time) {
        now += time.toNanos();
    }

    int waiting() {
        return tasks.size();
    }
}
