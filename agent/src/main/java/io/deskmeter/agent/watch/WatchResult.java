package io.deskmeter.agent.watch;

/**
 * A condition has become true. Instants are monotonic nanoseconds.
 *
 * @param lastWithoutAt arrival of the last frame in which it did not hold, or the firing where no frame came between
 * @param shownAt arrival of the first frame in which it held, and has held since
 * @param certainAt when that could be known at the earliest: {@code shownAt}, or later by the quiet time of {@code settles}
 */
public record WatchResult(long lastWithoutAt, long shownAt, long certainAt) {}
