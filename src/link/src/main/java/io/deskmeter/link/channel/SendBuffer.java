package io.deskmeter.link.channel;

import com.google.protobuf.MessageLite;
import io.deskmeter.link.frame.LinkFrameDecoder;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import java.util.concurrent.atomic.AtomicLong;

/** The bytes waiting to be sent on one link, bounded: a peer that reads too slowly loses its link. */
public final class SendBuffer {
    /** Frames of the greatest length that may wait. */
    private static final int FRAMES = 2;

    private final Channel channel;
    private final int maxFrameBytes;
    private final Runnable overflow;
    private final AtomicLong waiting = new AtomicLong();

    /** Runs {@code overflow}, which ends the link, if too many bytes wait. */
    public SendBuffer(Channel channel, int maxFrameBytes, Runnable overflow) {
        this.channel = channel;
        this.maxFrameBytes = maxFrameBytes;
        this.overflow = overflow;
    }

    public long maxBytes() {
        return (long) FRAMES * maxFrameBytes;
    }

    public boolean send(MessageLite message) {
        int size = message.getSerializedSize();
        if (size > maxFrameBytes) {
            throw new IllegalArgumentException("message: " + size + " bytes (expected: <= " + maxFrameBytes + ")");
        }
        if (!channel.isActive()) {
            return false;
        }
        long cost = (long) size + LinkFrameDecoder.LENGTH_BYTES;
        if (waiting.addAndGet(cost) > maxBytes()) {
            waiting.addAndGet(-cost);
            overflow.run();
            return false;
        }
        channel.writeAndFlush(message)
                .addListener(done -> waiting.addAndGet(-cost))
                .addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
        return true;
    }
}
