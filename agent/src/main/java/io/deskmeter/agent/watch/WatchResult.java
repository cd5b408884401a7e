package io.deskmeter.agent.watch;

import java.util.List;

/**
 * A condition has become true. Instants are monotonic nanoseconds.
 *
 * @param lastWithoutAt the last instant at which it is known not to have been true: arrival of the last frame that
 *     certainly is without it, the sending of a probe that found nothing changed, or the time of the input
 * @param shownAt arrival of the first frame since which it has been true
 * @param certainAt the earliest instant at which that is certain: {@code shownAt}, plus the quiet time for
 *     {@code settles}
 * @param bySilence whether it is certain only because nothing more has come until then
 */
public record WatchResult(long lastWithoutAt, long shownAt, long certainAt, boolean bySilence) {
    /** One that is certain by silence if it is not certain at once. */
    public WatchResult(long lastWithoutAt, long shownAt, long certainAt) {
        this(lastWithoutAt, shownAt, certainAt, certainAt > shownAt);
    }

    /** The same, where the server has not answered for these times, in order. */
    WatchResult stood(List<SilentInterval> stops) {
        long certain = certainAt;
        for (SilentInterval stop : bySilence ? stops : List.<SilentInterval>of()) {
            certain = stop.since(shownAt).postponed(certain);
        }
        return new WatchResult(lastWithoutAt, shownAt, certain, bySilence);
    }
}
