package io.deskmeter.screen.rfb.message;

import io.deskmeter.screen.rfb.wire.ClientMessage;
import io.netty.buffer.ByteBuf;

/** A key goes down or up. */
public record KeyEvent(int keysym, boolean down) implements ClientMessage {
    @Override
    public void write(ByteBuf out) {
        out.writeByte(4).writeByte(down ? 1 : 0).writeZero(2).writeInt(keysym);
    }
}
