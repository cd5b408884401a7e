package io.deskmeter.measure.validity;

/**
 * One of the checks that a run must stand before its figures may be used.
 *
 * @param id name, as in the profile's {@code validity}
 * @param value what was seen, in {@code unit}; NaN where it is not known
 * @param bound what it may be
 * @param unit of both
 * @param atLeast whether the value must reach the bound; otherwise it must not exceed it
 * @param words for people: value, bound, and where it was seen; without a full stop
 */
public record ValidityCheck(String id, double value, double bound, Unit unit, boolean atLeast, String words) {

    /** What figures are counted in. */
    public enum Unit {
        /** From 0 to 1. */
        SHARE,
        MILLISECONDS
    }

    /** Whether the bound is kept; an unknown value counts as kept. */
    public boolean kept() {
        return Double.isNaN(value) || (atLeast ? value >= bound : value <= bound);
    }

    /** Whether the value is known. */
    public boolean known() {
        return !Double.isNaN(value);
    }
}
