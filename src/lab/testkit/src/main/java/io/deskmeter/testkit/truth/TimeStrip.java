package io.deskmeter.testkit.truth;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.Rect;
import java.util.Optional;

/**
 * An instant and a step's number in pixels: 64 squares in a row, white for one, black for zero, the highest bit first.
 * Squares survive lossy encodings, so the strip shows through any viewer when its frame was created, and whether frames
 * were left out. A checksum detects strips that mix two updates, because viewers may draw in parts.
 */
public final class TimeStrip {
    /** The side of a square. */
    public static final int CELL = 8;

    private static final int WHITE = 0xFFFFFF;
    private static final int GREY = 0x80;
    /** From the high end: the instant in microseconds, the step, the checksum. */
    private static final int STEP_BITS = 8;

    private static final int CHECK_BITS = 10;
    private static final long MIXER = 0x9E3779B97F4A7C15L;
    private static final long NANOS = 1000;

    private TimeStrip() {}

    /**
     * The content of a strip.
     *
     * @param at monotonic nanoseconds, cut to microseconds
     * @param step its number, modulo {@link #STEPS}
     */
    public record Reading(long at, int step) {}

    /** The number of distinguishable steps. */
    public static final int STEPS = 1 << STEP_BITS;

    /** The area of a strip with this top left corner. */
    public static Rect place(int x, int y) {
        return new Rect(x, y, Long.SIZE * CELL, CELL);
    }

    /** The strip's bits; never 0. */
    static long of(long nanos, long step) {
        long said = ((nanos / NANOS) << STEP_BITS) | (step & (STEPS - 1));
        return (said << CHECK_BITS) | check(said);
    }

    private static long check(long said) {
        return ((said + 1) * MIXER) >>> (Long.SIZE - CHECK_BITS);
    }

    /** The colour of a column of the strip, counted from its left edge. */
    static int colour(long bits, int column) {
        return ((bits >>> (Long.SIZE - 1 - column / CELL)) & 1) == 1 ? WHITE : 0;
    }

    /** Reads the strip with this top left corner; empty if there is no complete one. */
    public static Optional<Reading> read(Frame frame, int x, int y) {
        long bits = 0;
        for (int bit = 0; bit < Long.SIZE; bit++) {
            int pixel = frame.pixels()[(y + CELL / 2) * frame.width() + x + bit * CELL + CELL / 2];
            bits = (bits << 1) | (((pixel >> 8) & 0xFF) > GREY ? 1 : 0);
        }
        long said = bits >>> CHECK_BITS;
        if (check(said) != (bits & ((1 << CHECK_BITS) - 1))) {
            return Optional.empty();
        }
        return Optional.of(new Reading((said >>> STEP_BITS) * NANOS, (int) (said & (STEPS - 1))));
    }
}
