package io.deskmeter.agent.watch.probe;

import io.deskmeter.agent.watch.SilentInterval;
import io.deskmeter.measure.timing.Timing;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;

/**
 * For how long a server has answered, by the questions that it was asked one after another. While it stands still, it
 * sends nothing, whatever its desktop does: that time says nothing of a picture at rest.
 *
 * <p>A question that is answered later than usual stands for a time in which the server has not answered: from its
 * sending, and what an answer usually takes, to its answer. Usual is twice the shortest of the last {@value #TRIPS}
 * answers, and 50 ms. All instants are monotonic nanoseconds. Not thread-safe.
 */
final class AnsweredTime {
    private static final int TRIPS = 8;
    private static final long GRACE_NANOS = 50_000_000;
    /** Older ones are of no rest that is still waited for. */
    private static final int MOST_STOPS = 256;

    private final Deque<Long> trips = new ArrayDeque<>();
    private final Deque<SilentInterval> stops = new ArrayDeque<>();
    private long askedAt = Timing.NEVER;
    /** When the first question was asked, or was to be asked, since the last answer. */
    private long waitingSince = Timing.NEVER;

    /** A question has left, or was to leave. */
    void asked(long at) {
        askedAt = at;
        waitingSince = waitingSince == Timing.NEVER ? at : waitingSince;
    }

    /** It has been answered. */
    void answered(long at) {
        if (askedAt == Timing.NEVER) {
            return;
        }
        long from = waitingSince + usual();
        if (at - from > 0) {
            keep(stops, new SilentInterval(from, at), MOST_STOPS);
        }
        keep(trips, at - askedAt, TRIPS);
        withdrawn();
    }

    /**
     * The server does not answer questions. One that could not be sent to it is another matter: it has not been
     * answered.
     */
    void withdrawn() {
        askedAt = Timing.NEVER;
        waitingSince = Timing.NEVER;
    }

    private static <T> void keep(Deque<T> all, T one, int most) {
        if (all.size() == most) {
            all.removeFirst();
        }
        all.addLast(one);
    }

    private long usual() {
        return 2 * trips.stream().mapToLong(Long::longValue).min().orElse(0) + GRACE_NANOS;
    }

    /** When the first question was asked that has no answer yet; {@link Timing#NEVER} if there is none. */
    long waitingSince() {
        return waitingSince;
    }

    /**
     * The times in which it has not answered, as far as they lie between two instants, in order; one that goes on ends
     * with the second instant.
     */
    List<SilentInterval> between(long from, long until) {
        Stream<SilentInterval> open = waitingSince == Timing.NEVER
                ? Stream.empty()
                : Stream.of(new SilentInterval(waitingSince + usual(), until));
        return Stream.concat(stops.stream(), open)
                .map(stop -> new SilentInterval(Math.max(from, stop.from()), Math.min(until, stop.until())))
                .filter(stop -> stop.nanos() > 0)
                .toList();
    }

    /** For how long it has not answered between two instants. */
    long unanswered(long from, long until) {
        return between(from, until).stream().mapToLong(SilentInterval::nanos).sum();
    }
}
