package io.deskmeter.link.channel;

import io.netty.channel.Channel;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Schedules tasks of a channel and reports their failures. */
public final class ChannelTimers {
    private static final Logger LOG = LoggerFactory.getLogger(ChannelTimers.class);

    private ChannelTimers() {}

    /** Runs the task on the channel's event loop; it ends with the loop. */
    public static void run(Channel channel, Duration delay, Runnable task) {
        channel.eventLoop()
                .schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS)
                .addListener(done -> report(channel, done));
    }

    public static void close(Channel channel) {
        channel.close().addListener(done -> report(channel, done));
    }

    private static void report(Channel channel, Future<?> done) {
        if (!done.isSuccess() && !done.isCancelled()) {
            LOG.error("{}: a task of the link failed", channel, done.cause());
            channel.pipeline().fireExceptionCaught(done.cause());
        }
    }
}
