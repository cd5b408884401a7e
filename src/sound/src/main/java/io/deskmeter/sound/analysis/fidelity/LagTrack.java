package io.deskmeter.sound.analysis.fidelity;

import java.util.Arrays;

/**
 * What {@link LagTracker} has found in a second: its hops, of 20 ms each, and what happened between them.
 *
 * <p>Offsets are positions of the reference less the sample frame of the second, so they are constant while nothing
 * happens.
 */
final class LagTrack {
    static final int HOP = 960;
    /** The last hops of a second are looked at with the next one: what follows them must be known. */
    static final int HOPS = 48;

    private static final int MOST_LEFT = 14;

    private final double[] offsets = new double[HOPS];
    /** The same without steps, of the hops that fit, in their order; with those that the second before has left. */
    private final double[] smooth = new double[HOPS + MOST_LEFT];

    private final double[] times = new double[HOPS + MOST_LEFT];
    private int count;
    private int looked;
    private int concealed;
    private int repeatedFrames;
    private int removedFrames;

    LagTrack() {
        Arrays.fill(offsets, Double.NaN);
    }

    /** A hop fits at an offset. */
    void fits(int start, double offset, double withoutSteps) {
        if (start >= 0) {
            offsets[start / HOP] = offset;
        }
        smooth[count] = withoutSteps;
        times[count++] = start;
    }

    /** Hops were looked at: they are no silence. */
    void looked(int hops) {
        looked += hops;
    }

    /** In so many hops something else is heard. */
    void conceals(int hops) {
        concealed += hops;
    }

    void repeats(int frames) {
        repeatedFrames += frames;
    }

    void removes(int frames) {
        removedFrames += frames;
    }

    /** The last step was too far by so much: below 0 if sound was removed, above 0 if it was repeated. */
    void corrects(int frames) {
        if (frames < 0) {
            removedFrames = Math.max(0, removedFrames + frames);
        } else {
            repeatedFrames = Math.max(0, repeatedFrames - frames);
        }
    }

    /** The offset of the hop in which a sample frame lies; NaN where it does not fit, or was not looked at yet. */
    double offsetAt(int frame) {
        int hop = frame / HOP;
        return hop < HOPS ? offsets[hop] : Double.NaN;
    }

    /** Hops that fit. */
    int fitting() {
        return count;
    }

    /** Hops that were looked at. */
    int seen() {
        return looked;
    }

    int concealedFrames() {
        return concealed * HOP;
    }

    int repeatedFrames() {
        return repeatedFrames;
    }

    int removedFrames() {
        return removedFrames;
    }

    /** Offsets without steps, of the hops that fit. */
    double[] smooth() {
        return Arrays.copyOf(smooth, count);
    }

    /** When these hops begin, in sample frames of the second. */
    double[] times() {
        return Arrays.copyOf(times, count);
    }
}
