package io.deskmeter.screen.rfb.message;

import io.deskmeter.screen.rfb.wire.ClientMessage;
import io.netty.buffer.ByteBuf;

/** Pixels as 32 bits, little-endian, 0xRRGGBB: what a frame stores. */
public record SetPixelFormat() implements ClientMessage {
    @Override
    public void write(ByteBuf out) {
        out.writeByte(0).writeZero(3);
        out.writeByte(32).writeByte(24); // bits per pixel, depth
        out.writeByte(0).writeByte(1); // little-endian, true colour
        out.writeShort(255).writeShort(255).writeShort(255);
        out.writeByte(16).writeByte(8).writeByte(0); // shifts of red, green, blue
        out.writeZero(3);
    }
}
