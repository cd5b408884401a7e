package io.deskmeter.testkit.truth;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.Rect;

/**
 * An instant in pixels: 64 squares in a row, white for one, black for zero, the highest bit first. Squares survive lossy encodings, so who
 * sees the strip through any viewer knows when its frame was made.
 */
public final class TimeStrip {
    /** The side of a square. */
    public static final int CELL = 8;

    private static final int WHITE = 0xFFFFFF;
    private static final int GREY = 0x80;

    private TimeStrip() {}

    /** The room of a strip with its top left corner there. */
    public static Rect place(int x, int y) {
        return new Rect(x, y, Long.SIZE * CELL, CELL);
    }

    /** The colour of a column of the strip, counted from its left edge. */
    static int colour(long nanos, int column) {
        return ((nanos >>> (Long.SIZE - 1 - column / CELL)) & 1) == 1 ? WHITE : 0;
    }

    /** Reads the instant of the strip whose top left corner is there. */
    public static long read(Frame frame, int x, int y) {
        long nanos = 0;
        for (int bit = 0; bit < Long.SIZE; bit++) {
            int pixel = frame.pixels()[(y + CELL / 2) * frame.width() + x + bit * CELL + CELL / 2];
            nanos = (nanos << 1) | (((pixel >> 8) & 0xFF) > GREY ? 1 : 0);
        }
        return nanos;
    }
}
