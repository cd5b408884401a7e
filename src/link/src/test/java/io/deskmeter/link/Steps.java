package io.deskmeter.link;

import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.concurrent.MockTicker;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Advances an embedded channel's time so that every task runs when it is due. */
public final class Steps {
    private Steps() {}

    public static void advance(MockTicker time, EmbeddedChannel channel, Duration duration) {
        long left = duration.toNanos();
        while (left > 0) {
            long next = channel.runScheduledPendingTasks();
            long step = next < 0 ? left : Math.min(next, left);
            time.advance(step, TimeUnit.NANOSECONDS);
            left -= step;
        }
        channel.runScheduledPendingTasks();
        channel.runPendingTasks();
    }
}
