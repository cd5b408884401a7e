package io.deskmeter.measure;

import java.time.Duration;

/**
 * What a load point took, by a monotonic clock: from this the search estimates what another one would take.
 *
 * @param added sessions that logged on for it
 * @param rampUp from its beginning until its window opened; of a point that came to no window, until it failed
 * @param window in which timings counted, extensions included; zero if none opened
 * @param iterations of each session that counted in the window
 */
public record PointTimes(int added, Duration rampUp, Duration window, int iterations) {
    /** Nobody has looked at a clock. */
    public static final PointTimes UNKNOWN = new PointTimes(0, Duration.ZERO, Duration.ZERO, 0);
}
