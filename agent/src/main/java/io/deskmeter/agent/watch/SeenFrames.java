package io.deskmeter.agent.watch;

/**
 * The frames of a measurement, from the first input on.
 *
 * @param lastAt arrival of the last one, in monotonic nanoseconds; the input where there was none
 * @param longestGap the longest time between two of them, or between the input and the first one, in nanoseconds
 */
public record SeenFrames(long lastAt, long longestGap) {
    /** Of an operation whose input never left. */
    public static final SeenFrames NONE = new SeenFrames(0, 0);
}
