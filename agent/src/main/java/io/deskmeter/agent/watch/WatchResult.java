package io.deskmeter.agent.watch;

/**
 * A condition has become true. Instants are monotonic nanoseconds.
 *
 * @param lastWithoutAt the last instant at which it is known not to have been true: arrival of the last frame that certainly is without it, the sending of a probe
 *     that found nothing changed, or the time of the input
 * @param shownAt arrival of the first frame since which it has been true
 * @param certainAt the earliest instant at which that is certain: {@code shownAt}, plus the quiet time for {@code settles}
 */
public record WatchResult(long lastWithoutAt, long shownAt, long certainAt) {}
