package io.deskmeter.link.frame;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;

/**
 * Four bytes of length, big endian, then that many bytes of one message. The length is checked before memory is
 * allocated for it; only bytes that have arrived are buffered. Texts that are for display are made printable.
 */
public final class LinkFrameDecoder<M extends MessageLite> extends ByteToMessageDecoder {
    public static final int LENGTH_BYTES = 4;

    private final Parser<M> parser;
    private final Runnable heard;
    private int limit;
    private boolean broken;
    private long frames;

    /**
     * Calls {@code heard} whenever bytes arrive, because half of a long message on a slow connection also shows that
     * the peer is alive.
     */
    public LinkFrameDecoder(Parser<M> parser, int limit, Runnable heard) {
        this.parser = parser;
        this.limit = limit;
        this.heard = heard;
    }

    /** The longest message from now on; call it on the channel's event loop. */
    public void limit(int bytes) {
        limit = bytes;
    }

    /** How many have come; call it on the channel's event loop. */
    public long frames() {
        return frames;
    }

    /**
     * The memory, in bytes, of what has come of a frame that is not complete; 0 if there is none. Call it on the
     * channel's event loop.
     */
    public int unfinishedBytes() {
        return actualReadableBytes() == 0 ? 0 : internalBuffer().capacity();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) throws Exception {
        heard.run();
        super.channelRead(ctx, message);
    }

    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
        if (broken) {
            in.skipBytes(in.readableBytes());
        } else if (in.readableBytes() >= LENGTH_BYTES) {
            int length = in.getInt(in.readerIndex());
            if (length < 0 || length > limit) {
                throw broken("frame length: " + length + " (expected: 0 to " + limit
                        + "; hint: is this a Deskmeter of the same version?)");
            }
            if (in.readableBytes() >= LENGTH_BYTES + length) {
                frames++;
                out.add(parse(in.skipBytes(LENGTH_BYTES).readSlice(length)));
            }
        }
    }

    private M parse(ByteBuf frame) {
        try {
            return MessageTexts.printable(parser.parseFrom(frame.nioBuffer()));
        } catch (InvalidProtocolBufferException e) {
            throw broken(
                    "frame of " + frame.capacity() + " bytes: " + e.getMessage() + " (expected: one protobuf message)");
        }
    }

    private FrameException broken(String why) {
        broken = true;
        return new FrameException(why);
    }
}
