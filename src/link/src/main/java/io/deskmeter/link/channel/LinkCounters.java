package io.deskmeter.link.channel;

import java.util.concurrent.atomic.LongAdder;

/** The mutable form of {@link LinkCounts}. */
public final class LinkCounters {
    public final LongAdder connected = new LongAdder();
    public final LongAdder refused = new LongAdder();
    public final LongAdder lost = new LongAdder();
    public final LongAdder broken = new LongAdder();
    public final LongAdder slow = new LongAdder();
    public final LongAdder unknown = new LongAdder();
    public final LongAdder failed = new LongAdder();
    public final LongAdder turnedAway = new LongAdder();
    public final LongAdder unidentified = new LongAdder();
    public final LongAdder late = new LongAdder();

    public LinkCounts snapshot() {
        return new LinkCounts(
                connected.sum(),
                refused.sum(),
                lost.sum(),
                broken.sum(),
                slow.sum(),
                unknown.sum(),
                failed.sum(),
                turnedAway.sum(),
                unidentified.sum(),
                late.sum());
    }
}
