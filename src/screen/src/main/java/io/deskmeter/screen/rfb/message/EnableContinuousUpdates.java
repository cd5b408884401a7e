package io.deskmeter.screen.rfb.message;

import io.deskmeter.screen.Rect;
import io.deskmeter.screen.rfb.wire.ClientMessage;
import io.netty.buffer.ByteBuf;

/** Requests that the server sends changes of an area without further requests, or stops to do so. */
public record EnableContinuousUpdates(boolean enable, Rect area) implements ClientMessage {
    @Override
    public void write(ByteBuf out) {
        out.writeByte(150).writeByte(enable ? 1 : 0);
        out.writeShort(area.x()).writeShort(area.y()).writeShort(area.width()).writeShort(area.height());
    }
}
