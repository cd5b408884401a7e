package io.deskmeter.vision;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Memory that eyes share, a few megabytes for each that looks at the same moment; an eye of its own keeps little. One workbench serves all sessions of a program. Thread-safe.
 */
public final class Workbench {
    private final Deque<Scratch> idle = new ArrayDeque<>();

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
