package io.deskmeter.agent.watch;

import io.deskmeter.measure.timing.Timing;
import java.util.List;

/**
 * When the last input was sent, for those who wait until nothing happens: a server may send no frames while it takes
 * input, so silence before this instant says nothing.
 *
 * @param at {@link Timing#NEVER} where there was none, {@link Long#MAX_VALUE} while more follows
 * @param silentFrom from when silence says something: the same, or as much later as the server has not answered since
 */
record InputEnd(long at, long silentFrom) {
    static final InputEnd NONE = new InputEnd(Timing.NEVER);

    private InputEnd(long at) {
        this(at, at);
    }

    /**
     * The end of all input that was sent so far.
     *
     * @param since the times since then in which the server has not answered, as far as they are over, or known
     */
    static InputEnd of(long at, List<SilentInterval> since) {
        InputEnd end = new InputEnd(at);
        for (SilentInterval stop : since) {
            end = end.stood(stop);
        }
        return end;
    }

    /** The end of a time of silence that begins at the later of this instant and another one. */
    long silenceSince(long instant, long nanos) {
        return at == Long.MAX_VALUE ? at : Math.max(silentFrom, instant) + nanos;
    }

    /** The same when the server has not answered for a time. */
    InputEnd stood(SilentInterval stop) {
        return at == Timing.NEVER || at == Long.MAX_VALUE || stop.until() <= silentFrom
                ? this
                : new InputEnd(at, silentFrom + stop.until() - Math.max(silentFrom, stop.from()));
    }
}
