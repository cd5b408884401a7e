package io.deskmeter.screen.rfb.message;

import io.deskmeter.screen.rfb.wire.ClientMessage;
import io.netty.buffer.ByteBuf;

/** The pointer is at a position, with these buttons held. */
public record PointerEvent(int x, int y, int buttons) implements ClientMessage {
    @Override
    public void write(ByteBuf out) {
        out.writeByte(5).writeByte(buttons).writeShort(x).writeShort(y);
    }
}
