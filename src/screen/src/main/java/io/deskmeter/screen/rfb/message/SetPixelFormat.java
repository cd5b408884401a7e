package io.deskmeter.screen.rfb.message;

import io.deskmeter.screen.rfb.wire.ClientMessage;
import io.deskmeter.screen.rfb.wire.RfbPixelFormat;
import io.netty.buffer.ByteBuf;

/** The format of all following pixels. */
public record SetPixelFormat(RfbPixelFormat format) implements ClientMessage {
    @Override
    public void write(ByteBuf out) {
        out.writeByte(0).writeZero(3);
        format.write(out);
    }
}
