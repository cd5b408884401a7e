package io.deskmeter.screen.rfb;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The event loop's part of a connection: reads bytes and passes them on with the {@link ArrivalStamp}. Pauses reading
 * while too many bytes wait to be decoded. Bytes are copied off Netty's buffers at once, so no buffer leaves the event
 * loop.
 */
final class RfbReadHandler extends ChannelInboundHandlerAdapter {
    /** Receives the bytes that were read, on the event loop, and must return immediately. */
    interface Sink {
        void onOpen();

        /** Each chunk must be reported to {@link RfbReadHandler#decoded} once done with. */
        void onChunk(byte[] chunk, long arrivedAt);

        /** The connection has ended; {@code cause} is the known reason. */
        void onEnd(String cause);
    }

    private final ArrivalStamp stamp;
    private final int maxQueuedBytes;
    private final Sink sink;
    private final AtomicInteger queuedBytes = new AtomicInteger();

    RfbReadHandler(ArrivalStamp stamp, int maxQueuedBytes, Sink sink) {
        this.stamp = stamp;
        this.maxQueuedBytes = maxQueuedBytes;
        this.sink = sink;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        sink.onOpen();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf buffer = (ByteBuf) message;
        byte[] chunk = new byte[buffer.readableBytes()];
        buffer.readBytes(chunk);
        buffer.release();
        if (queuedBytes.addAndGet(chunk.length) > maxQueuedBytes) {
            context.channel().config().setAutoRead(false);
        }
        sink.onChunk(chunk, stamp.at());
    }

    /**
     * This number of bytes has been decoded (any thread). Reading continues once half of the queue is free. The event
     * loop decides that, after a read that may be pausing at this moment.
     */
    void decoded(int bytes, Channel channel) {
        int left = queuedBytes.addAndGet(-bytes);
        int low = maxQueuedBytes / 2;
        if (left <= low && left + bytes > low) {
            channel.eventLoop().execute(() -> {
                if (queuedBytes.get() <= low) {
                    channel.config().setAutoRead(true);
                }
            });
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        sink.onEnd("closed by the server");
    }

    /** A server may close TLS and keep the connection open. */
    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof SslCloseCompletionEvent) {
            sink.onEnd("TLS closed by the server");
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        sink.onEnd(String.valueOf(cause.getMessage()));
    }
}
