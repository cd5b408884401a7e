package io.deskmeter.bench.av.live;

import io.deskmeter.testkit.truth.Relay;
import java.nio.ByteBuffer;
import java.util.NavigableSet;
import java.util.OptionalLong;
import java.util.TreeSet;

/**
 * Notes when a relay had passed on parts of the picture to its viewer: a frame is visible when it has arrived.
 * Thread-safe.
 */
final class FrameArrivals implements Relay.Tap {
    private final NavigableSet<Long> arrivals = new TreeSet<>();

    @Override
    public synchronized void passed(boolean up, ByteBuffer bytes, long readAt, long passedAt) {
        if (!up) {
            arrivals.add(passedAt);
        }
    }

    /**
     * When the last part came that was passed on in some time, in monotonic nanoseconds; empty where none was.
     *
     * @param from when a frame began to be painted
     * @param to when the next one did
     */
    synchronized OptionalLong arrival(long from, long to) {
        Long last = arrivals.lower(to);
        return last == null || last < from ? OptionalLong.empty() : OptionalLong.of(last);
    }
}
