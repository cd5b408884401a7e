package io.deskmeter.sound.pulse;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

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
    /** Why the last program was refused; empty if it was not. */
    private volatile String refusal = "";

    void skipped(long frames) {
        skippedFrames = frames;
    }

    /** A program may not be here, or not with what it wants to play. */
    void refuses(@Nullable String why) {
        refusal = why == null ? "" : why;
    }

    /** A program has a stream. */
    void plays() {
        refusal = "";
    }

    /** As {@link SinkSource#whySilent}. */
    String whySilent() {
        if (streams.get() > 0) {
            return "";
        }
        if (!refusal.isEmpty()) {
            return "no program plays to the sound server, which has refused one: " + refusal;
        }
        return accepted.sum() == 0
                ? "no program has connected to the sound server"
                : "no program plays to the sound server";
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
