package io.deskmeter.screen.rfb;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.function.LongSupplier;

/**
 * The time at which bytes were read from the socket: the first handler of a connection, below TLS. What TLS makes of a read is handed
 * on within that read, so its time is still the last one taken.
 */
final class ArrivalStamp extends ChannelInboundHandlerAdapter {
    private final LongSupplier nanoTime;
    private long at;

    ArrivalStamp(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        at = nanoTime.getAsLong();
        context.fireChannelRead(message);
    }

    /** Of the last read; on the event loop. */
    long at() {
        return at;
    }
}
