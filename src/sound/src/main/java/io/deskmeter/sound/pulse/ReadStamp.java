package io.deskmeter.sound.pulse;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.function.LongSupplier;

/** The time at which bytes were read from the socket: the first handler of a connection. */
final class ReadStamp extends ChannelInboundHandlerAdapter {
    private final LongSupplier nanoTime;
    private long at;

    ReadStamp(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.at = nanoTime.getAsLong();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        at = nanoTime.getAsLong();
        context.fireChannelRead(message);
    }

    /** The time of the last read; call on the event loop. */
    long at() {
        return at;
    }
}
