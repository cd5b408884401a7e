package io.deskmeter.controller.point;

/**
 * The iterations of a session that count at a load point.
 *
 * @param from the first one
 * @param to the one behind the last
 */
public record CountedRange(int from, int to) {
    /** Whether an iteration is within the range. */
    public boolean contains(int iteration) {
        return from <= iteration && iteration < to;
    }

    /** The number of iterations. */
    public int length() {
        return to - from;
    }
}
