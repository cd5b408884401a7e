package io.deskmeter.link.server;

import io.deskmeter.link.channel.ChannelTimers;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;

/**
 * The first handler of an accepted connection, before encryption: it takes one of the places of
 * {@link ConnectionsWithoutHello}, and gives it back when the peer has gone; {@link AgentChannel} does so when it has
 * proved who it is. A connection without a place is closed before any other handler sees it.
 */
final class AdmissionHandler extends ChannelInboundHandlerAdapter {
    private final ConnectionsWithoutHello connections;
    private final Runnable unidentified;
    private boolean admitted;

    /**
     * Calls {@code unidentified} if the connection ends with its place, which is before the peer has proved who it is.
     */
    AdmissionHandler(ConnectionsWithoutHello connections, Runnable unidentified) {
        this.connections = connections;
        this.unidentified = unidentified;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        admitted = connections.admit(ctx.channel());
        if (admitted) {
            ctx.fireChannelActive();
        } else {
            ChannelTimers.close(ctx.channel());
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (admitted) {
            ctx.fireChannelRead(message);
        } else {
            ReferenceCountUtil.release(message);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        if (connections.leave(ctx.channel())) {
            unidentified.run();
        }
        if (admitted) {
            ctx.fireChannelInactive();
        }
    }
}
