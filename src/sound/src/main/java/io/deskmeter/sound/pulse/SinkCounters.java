package io.deskmeter.sound.pulse;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** Counts for {@link SinkCounts}. Thread-safe. */
final class SinkCounters {
    final AtomicInteger connected = new AtomicInteger();
    final AtomicInteger streams = new AtomicInteger();
    final LongAdder accepted = new LongAdder();
    final LongAdder authenticated = new LongAdder();
    final LongAdder refused = new LongAdder();
    final LongAdder broken = new LongAdder();
    final LongAdder underruns = new LongAdder();
    final LongAdder lostBytes = new LongAdder();
    final LongAdder lostBlocks = new LongAdder();
    private volatile long skippedFrames;

    void skipped(long frames) {
        skippedFrames = frames;
    }

    SinkCounts snapshot() {
        return new SinkCounts(
                connected.get(),
                streams.get(),
                accepted.sum(),
                authenticated.sum(),
                refused.sum(),
                broken.sum(),
                underruns.sum(),
                lostBytes.sum(),
                lostBlocks.sum(),
                skippedFrames);
    }
}
