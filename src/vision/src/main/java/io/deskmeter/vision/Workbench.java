package io.deskmeter.vision;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.LongAdder;

/**
 * Memory that eyes share, a few megabytes for each that looks at the same moment; an eye of its own keeps little. One workbench serves all sessions of a program. Thread-safe.
 */
public final class Workbench {
    private final Deque<Scratch> idle = new ArrayDeque<>();
    private final LongAdder unchanged = new LongAdder();
    private final LongAdder windows = new LongAdder();
    private final LongAdder frames = new LongAdder();

    /** What all eyes have done so far. */
    public LookCounts looks() {
        return new LookCounts(unchanged.sum(), windows.sum(), frames.sum());
    }

    /** An eye has looked. */
    void looked(EyeStatistics before, EyeStatistics after) {
        unchanged.add(after.gateHits() - before.gateHits());
        windows.add(after.windowSearches() - before.windowSearches());
        frames.add(after.frameSearches() - before.frameSearches());
    }

    synchronized Scratch take() {
        Scratch scratch = idle.poll();
        return scratch == null ? new Scratch() : scratch;
    }

    void giveBack(Scratch scratch) {
        scratch.shrink();
        synchronized (this) {
            idle.push(scratch);
        }
    }
}
