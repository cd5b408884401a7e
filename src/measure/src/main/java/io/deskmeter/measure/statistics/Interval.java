package io.deskmeter.measure.statistics;

/**
 * A closed range. Where it bounds a quantile, an end is {@link Double#POSITIVE_INFINITY} when failed operations reach
 * into it; where it bounds a capacity, the upper end is infinite when no load was found that fails.
 *
 * @param low lower end
 * @param high upper end, not below {@code low}
 */
public record Interval(double low, double high) {
    public Interval {
        if (!(low <= high)) {
            throw new IllegalArgumentException("interval: " + low + " to " + high + " (expected: low <= high)");
        }
    }

    /** Whether a value lies in it, ends included. */
    public boolean contains(double value) {
        return low <= value && value <= high;
    }
}
