package io.deskmeter.link;

import java.util.concurrent.atomic.LongAdder;

/** The mutable form of {@link LinkCounts}. */
final class LinkCounters {
    final LongAdder connected = new LongAdder();
    final LongAdder refused = new LongAdder();
    final LongAdder lost = new LongAdder();
    final LongAdder broken = new LongAdder();
    final LongAdder slow = new LongAdder();
    final LongAdder unknown = new LongAdder();
    final LongAdder failed = new LongAdder();
    final LongAdder turnedAway = new LongAdder();
    final LongAdder unidentified = new LongAdder();
    final LongAdder late = new LongAdder();

    LinkCounts snapshot() {
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
