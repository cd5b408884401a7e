package io.deskmeter.bench.ue;

import io.deskmeter.bench.golden.Codec;
import java.util.SplittableRandom;

/**
 * A simulated display of a gesture: which moves it shows, and when.
 *
 * @param delayMillis of all frames
 * @param jitterMillis standard deviation of a further delay; the order of frames is kept
 * @param dropped share of the moves that are never shown
 */
record DisplayCase(Codec codec, double delayMillis, double jitterMillis, double dropped) {
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double PERCENT = 100;

    /** When each move is shown, in nanoseconds; {@link #NEVER} for those that are not. The last one always is. */
    long[] shownAt(long[] firedAt, SplittableRandom random) {
        long[] shown = new long[firedAt.length];
        long last = Long.MIN_VALUE;
        for (int move = 0; move < firedAt.length; move++) {
            boolean isLast = move == firedAt.length - 1;
            if (random.nextDouble() < dropped && !isLast) {
                shown[move] = NEVER;
                continue;
            }
            double delay = delayMillis + Math.abs(random.nextGaussian()) * jitterMillis;
            last = Math.max(last + 1, firedAt[move] + Math.round(delay * NANOS_PER_MILLI));
            shown[move] = last;
        }
        return shown;
    }

    /** Of a move that is not shown. */
    static final long NEVER = Long.MAX_VALUE;

    String words() {
        return codec.name() + ", delay " + Math.round(delayMillis) + " ms, jitter " + Math.round(jitterMillis) + " ms, "
                + Math.round(PERCENT * dropped) + " % dropped";
    }

    boolean isLossless() {
        return codec.name().equals(Codec.raw().name());
    }
}
