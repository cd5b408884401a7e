package io.deskmeter.screen.rfb.message;

import io.deskmeter.screen.rfb.wire.ClientMessage;
import io.netty.buffer.ByteBuf;

/**
 * A key goes down or up, by its keysym and by its position (QEMU's extension).
 *
 * @param scancode see {@link io.deskmeter.screen.rfb.message.Scancodes}
 */
public record ExtendedKeyEvent(int keysym, int scancode, boolean down) implements ClientMessage {
    @Override
    public void write(ByteBuf out) {
        out.writeByte(255).writeByte(0).writeShort(down ? 1 : 0);
        out.writeInt(keysym).writeInt(scancode);
    }
}
