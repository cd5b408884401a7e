package io.deskmeter.controller.cli.client;

import io.deskmeter.controller.faults.ControllerThreads;
import io.deskmeter.controller.faults.InternalFaults;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Closes a stream that receives no data for too long; its reader then gets the end of the stream. HTTP response bodies
 * have no timeout of their own.
 */
final class IdleTimeout implements AutoCloseable {
    private final InputStream stream;
    private final long limitNanos;
    private final ScheduledExecutorService timer =
            ControllerThreads.timers("silence", new InternalFaults(InstantSource.system()));
    private volatile long heardAt = System.nanoTime();
    private volatile boolean exceeded;

    private IdleTimeout(InputStream stream, Duration limit) {
        this.stream = stream;
        this.limitNanos = limit.toNanos();
    }

    static IdleTimeout of(InputStream stream, Duration limit) {
        IdleTimeout watch = new IdleTimeout(stream, limit);
        long period = Math.max(1, limit.toMillis() / 8);
        Future<?> unused = watch.timer.scheduleWithFixedDelay(watch::look, period, period, TimeUnit.MILLISECONDS);
        return watch;
    }

    /** Data has arrived. */
    void heard() {
        heardAt = System.nanoTime();
    }

    /** Whether the stream was closed because of the timeout. */
    boolean exceeded() {
        return exceeded;
    }

    private void look() {
        if (exceeded || System.nanoTime() - heardAt < limitNanos) {
            return;
        }
        exceeded = true;
        try {
            stream.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
