package io.deskmeter.agent.watch;

/**
 * A condition has become true. Instants are monotonic nanoseconds.
 *
 * @param lastWithoutAt arrival of the last frame in which it was not true, or the time of the input if there was none
 * @param shownAt arrival of the first frame since which it has been true
 * @param certainAt the earliest instant at which that is certain: {@code shownAt}, plus the quiet time for {@code settles}
 */
public record WatchResult(long lastWithoutAt, long shownAt, long certainAt) {}
