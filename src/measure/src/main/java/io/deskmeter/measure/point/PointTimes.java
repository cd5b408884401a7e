package io.deskmeter.measure.point;

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

    /** Before this share of the operations there is too little to estimate a window from. */
    private static final double LEAST_SHARE = 0.01;

    /**
     * As if a window of one iteration had not been ended after a share of its operations. Sessions begin their
     * iteration at any time of the first iteration's length T of the window and end it as much later, so after a time w
     * ≤ T the share (w / T)² / 2 is done, and the window takes 2 T.
     *
     * @param share of the operations that count, 0 to 1
     */
    public PointTimes endedAfter(double share) {
        double done = Math.max(LEAST_SHARE, Math.min(1, share));
        double length = done <= 0.5 ? 1 / Math.sqrt(2 * done) : 1 / (2 - Math.sqrt(2 * (1 - done)));
        double whole = 2 * length;
        return new PointTimes(added, rampUp, Duration.ofNanos((long) (window.toNanos() * whole)), iterations);
    }
}
