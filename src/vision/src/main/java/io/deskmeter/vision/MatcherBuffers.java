package io.deskmeter.vision;

import io.deskmeter.vision.filter.ScratchMemory;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.LongAdder;

/**
 * Memory that matchers share: a few megabytes for each search at the same time. One instance serves all sessions of a
 * program. Thread-safe.
 */
public final class MatcherBuffers {
    private final Deque<ScratchMemory> idle = new ArrayDeque<>();
    private final LongAdder unchanged = new LongAdder();
    private final LongAdder windows = new LongAdder();
    private final LongAdder frames = new LongAdder();

    /** The counters of all matchers. */
    public LookCounts looks() {
        return new LookCounts(unchanged.sum(), windows.sum(), frames.sum());
    }

    /** Counts a search. */
    void looked(MatcherStatistics before, MatcherStatistics after) {
        unchanged.add(after.gateHits() - before.gateHits());
        windows.add(after.windowSearches() - before.windowSearches());
        frames.add(after.frameSearches() - before.frameSearches());
    }

    synchronized ScratchMemory take() {
        ScratchMemory scratch = idle.poll();
        return scratch == null ? new ScratchMemory() : scratch;
    }

    void giveBack(ScratchMemory scratch) {
        scratch.shrink();
        synchronized (this) {
            idle.push(scratch);
        }
    }
}
