package io.deskmeter.measure.search;

import java.time.Duration;

/**
 * What a search needs besides the measured load points.
 *
 * @param maxExtensions how often an undecided point may be measured longer, 0: never
 * @param iterations of each session that count at a load point that is not brief
 * @param elapsed since the beginning of the run, by a monotonic clock
 */
public record SearchContext(int maxExtensions, int iterations, Duration elapsed) {
    /** Where time is no object. */
    public static final SearchContext UNTIMED = new SearchContext(CapacitySearch.MAX_EXTENSIONS, 1, Duration.ZERO);
}
