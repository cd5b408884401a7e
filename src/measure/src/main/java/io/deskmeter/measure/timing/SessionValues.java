package io.deskmeter.measure.timing;

import java.util.Arrays;

/** What one session gave of a metric. */
public final class SessionValues {
    private final double[] known;
    private final int unknown;

    /**
     * @param known values; infinitely bad ones for operations that failed, were not reached or were lost: as many as
     *     the operation gives when it works
     * @param unknown how many values should have come and are not known
     */
    public SessionValues(double[] known, int unknown) {
        this.known = known.clone();
        this.unknown = unknown;
    }

    public double[] known() {
        return known;
    }

    public int unknown() {
        return unknown;
    }

    /** All, with the unknown ones at this value. */
    public double[] with(double value) {
        double[] all = Arrays.copyOf(known, known.length + unknown);
        Arrays.fill(all, known.length, all.length, value);
        return all;
    }
}
