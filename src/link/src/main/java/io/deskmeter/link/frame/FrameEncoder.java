package io.deskmeter.link.frame;

import com.google.protobuf.MessageLite;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufOutputStream;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.MessageToByteEncoder;
import java.io.IOException;

/** The counterpart of {@link LinkFrameDecoder}. */
public final class FrameEncoder extends MessageToByteEncoder<MessageLite> {
    public FrameEncoder() {
        super(MessageLite.class);
    }

    @Override
    protected ByteBuf allocateBuffer(ChannelHandlerContext ctx, MessageLite message, boolean preferDirect) {
        return ctx.alloc().ioBuffer(LinkFrameDecoder.LENGTH_BYTES + message.getSerializedSize());
    }

    @Override
    protected void encode(ChannelHandlerContext ctx, MessageLite message, ByteBuf out) throws IOException {
        out.writeInt(message.getSerializedSize());
        try (ByteBufOutputStream stream = new ByteBufOutputStream(out)) {
            message.writeTo(stream);
        }
    }
}
