package io.deskmeter.workloads.probe;

import java.awt.Point;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The times that the probe needs, in a file: after a heading a line for each input, with its kind, the monotonic
 * nanoseconds at which its answer had been painted, the microseconds from the event to then, and what is seen since:
 * the left upper corner of the object from that of the stage, or 0 and the offset of the picture, in pixels. Lines are
 * written some time after the input, when nothing is going on. Thread-safe.
 */
final class PaintTimesWriter implements AutoCloseable {
    static final String HEADING = "input,paintedAtNanos,micros,x,y";

    private static final long QUIET_MILLIS = 300;
    private static final long NANOS_PER_MICRO = 1_000;

    private final Path file;
    private final List<String> unwritten = new ArrayList<>();
    private final ScheduledExecutorService writer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "paint-times");
        thread.setDaemon(true);
        return thread;
    });
    private long lastAt;
    private boolean waiting;
    private @Nullable IOException failure;

    PaintTimesWriter(Path file) {
        this.file = file;
        unwritten.add(HEADING);
        write();
        rethrow();
    }

    /**
     * An input has been answered.
     *
     * @throws UncheckedIOException if the times before it could not be written
     */
    synchronized void add(String input, long paintedAt, long nanos, Point place) {
        rethrow();
        unwritten.add(input + "," + paintedAt + "," + nanos / NANOS_PER_MICRO + "," + place.x + "," + place.y);
        lastAt = paintedAt;
        if (!waiting) {
            waiting = true;
            writeLater();
        }
    }

    private void writeLater() {
        var unused = writer.schedule(this::writeWhenQuiet, QUIET_MILLIS, TimeUnit.MILLISECONDS);
    }

    private synchronized void writeWhenQuiet() {
        if (System.nanoTime() - lastAt < TimeUnit.MILLISECONDS.toNanos(QUIET_MILLIS)) {
            writeLater();
            return;
        }
        waiting = false;
        write();
    }

    private void write() {
        try {
            Files.write(file, unwritten, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            unwritten.clear();
        } catch (IOException e) {
            failure = e;
        }
    }

    private void rethrow() {
        if (failure != null) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public synchronized void close() {
        writer.shutdown();
        write();
        rethrow();
    }
}
