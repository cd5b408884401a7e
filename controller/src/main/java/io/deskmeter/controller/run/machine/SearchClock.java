package io.deskmeter.controller.run.machine;

import io.deskmeter.measure.point.PointTimes;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The times that the search needs, by a monotonic clock: the duration of the run and of its load points. Owned by the
 * run's mailbox.
 */
final class SearchClock {
    private final LongSupplier nanoTime;
    private final long began;
    private long openedAt;
    private long windowAt;
    private int added;
    private int iterations;
    private PointTimes times = PointTimes.UNKNOWN;

    /** Begins with the run. */
    SearchClock(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.began = nanoTime.getAsLong();
    }

    /** Since the run began. */
    Duration elapsed() {
        return Duration.ofNanos(nanoTime.getAsLong() - began);
    }

    /** A load point begins, for which this number of sessions log on. */
    void pointOpened(int logons) {
        openedAt = nanoTime.getAsLong();
        added = logons;
        iterations = 0;
    }

    /** So many iterations of each session count from now on. */
    void windowOpened(int counted) {
        windowAt = nanoTime.getAsLong();
        iterations = counted;
    }

    /** So many more count. */
    void extended(int more) {
        iterations += more;
    }

    /**
     * All that counts has been worked, or the point has failed before.
     *
     * @param share of what counts that was worked, below 1 if the point was ended early
     */
    void pointEnded(double share) {
        long now = nanoTime.getAsLong();
        boolean window = iterations > 0;
        PointTimes measured = new PointTimes(
                added,
                Duration.ofNanos((window ? windowAt : now) - openedAt),
                window ? Duration.ofNanos(now - windowAt) : Duration.ZERO,
                iterations);
        times = share < 1 ? measured.endedAfter(share) : measured;
    }

    /** The duration of the last point. */
    PointTimes times() {
        return times;
    }
}
