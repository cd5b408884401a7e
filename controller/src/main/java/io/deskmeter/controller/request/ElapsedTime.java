package io.deskmeter.controller.request;

import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * The time since this process began to count it, as instants after the epoch: for waits and limits within one process.
 * A wall clock may be set, and whoever had to wait a second would wait for the time by which it went back. Not to be
 * shown, nor stored. Thread-safe.
 */
public final class ElapsedTime implements InstantSource {
    private final LongSupplier nanoTime;
    private final long begun;

    public ElapsedTime(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.begun = nanoTime.getAsLong();
    }

    @Override
    public Instant instant() {
        return Instant.EPOCH.plusNanos(nanoTime.getAsLong() - begun);
    }
}
