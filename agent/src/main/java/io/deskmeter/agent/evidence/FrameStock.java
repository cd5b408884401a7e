package io.deskmeter.agent.evidence;

import io.deskmeter.screen.Frame;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** Lends copies of frames, only so many at a time, and uses returned ones again. Thread-safe. */
final class FrameStock {
    private final int most;
    private final Deque<Frame> spare = new ArrayDeque<>();
    private int lent;

    FrameStock(int most) {
        this.most = most;
    }

    /** A copy, or null where all are lent. */
    @Nullable
    Frame borrow(Frame frame) {
        Frame free;
        synchronized (this) {
            if (lent == most) {
                return null;
            }
            lent++;
            free = spare.poll();
        }
        if (free == null || free.width() != frame.width() || free.height() != frame.height()) {
            return frame.copy();
        }
        System.arraycopy(frame.pixels(), 0, free.pixels(), 0, frame.pixels().length);
        return free;
    }

    synchronized void giveBack(Frame frame) {
        lent--;
        spare.push(frame);
    }

    synchronized int lent() {
        return lent;
    }
}
