package io.deskmeter.sound.analysis;

/**
 * Where in the reference heard sounds may be: everywhere, or around a place. Finds them there, with an error of a few
 * sample frames.
 */
final class ReferencePlaces {
    private final PreparedReference reference;
    private final long first;
    private final int reach;
    private final boolean everywhere;

    private ReferencePlaces(PreparedReference reference, long first, int reach, boolean everywhere) {
        this.reference = reference;
        this.first = first;
        this.reach = reach;
        this.everywhere = everywhere;
    }

    /** Everywhere in the loop. */
    static ReferencePlaces inLoop(PreparedReference reference) {
        return new ReferencePlaces(reference, 0, reference.frames(), true);
    }

    /**
     * Around a position of the first sample of what is heard.
     *
     * @param reach sample frames, to each side
     */
    static ReferencePlaces around(PreparedReference reference, long position, int reach) {
        long first = position - reach;
        return new ReferencePlaces(
                reference, first - Math.floorMod(first, (long) SlowSound.DECIMATION), 2 * reach, false);
    }

    /**
     * Where a sound fits best.
     *
     * @param position of the reference at the first sample of all that is heard
     * @param prominence how much higher the correlation is there than anywhere else
     */
    record Place(long position, double prominence) {}

    /**
     * Of a part of what is heard, as if all of it were there where this part is.
     *
     * @param from first sample of the part, a multiple of {@link SlowSound#DECIMATION}
     * @param count of its samples
     */
    Place of(double[] heard, int from, int count) {
        double[] part = SlowSound.of(heard, from, count);
        double[] within = reference.slow(first + from, reach + count);
        SoundCorrelator.Peak peak =
                everywhere ? SoundCorrelator.findInLoop(part, within) : SoundCorrelator.find(part, within);
        return new Place(first + (long) peak.offset() * SlowSound.DECIMATION, peak.prominence());
    }
}
