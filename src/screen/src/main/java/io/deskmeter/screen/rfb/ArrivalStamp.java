package io.deskmeter.screen.rfb;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.function.LongSupplier;

/**
 * The time at which bytes were read from the socket: the first handler of a connection, below TLS. TLS passes on the
 * decrypted bytes of a read during that read, so the latest timestamp is theirs.
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

    /** The time of the last read; call on the event loop. */
    long at() {
        return at;
    }
}
