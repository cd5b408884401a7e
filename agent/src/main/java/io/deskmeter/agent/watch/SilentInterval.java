package io.deskmeter.agent.watch;

/**
 * A time in which the server has not answered. Instants are monotonic nanoseconds.
 *
 * @param from its beginning
 * @param until its end, or the present where it goes on
 */
public record SilentInterval(long from, long until) {
    /** Its length; not positive where there is none. */
    public long nanos() {
        return until - from;
    }

    /** What of it is later than an instant. */
    SilentInterval since(long instant) {
        return new SilentInterval(Math.max(from, instant), Math.max(until, instant));
    }

    /** When something is due that takes time in which the server answers, and had been due at this instant. */
    long postponed(long due) {
        return due > from && due != Long.MAX_VALUE ? due + nanos() : due;
    }
}
