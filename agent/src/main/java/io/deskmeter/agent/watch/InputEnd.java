package io.deskmeter.agent.watch;

import io.deskmeter.measure.timing.Timing;

/**
 * When the last input was sent, for those who wait until nothing happens: a server may send no frames while it takes input, so silence before this instant says
 * nothing.
 *
 * @param at {@link Timing#NEVER} where there was none, {@link Long#MAX_VALUE} while more follows
 */
record InputEnd(long at) {
    static final InputEnd NONE = new InputEnd(Timing.NEVER);

    /** The end of a time of silence that begins at the later of this instant and another one. */
    long silenceSince(long instant, long nanos) {
        return at == Long.MAX_VALUE ? at : Math.max(at, instant) + nanos;
    }
}
