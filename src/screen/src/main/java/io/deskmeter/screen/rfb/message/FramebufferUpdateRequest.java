package io.deskmeter.screen.rfb.message;

import io.deskmeter.screen.Rect;
import io.deskmeter.screen.rfb.wire.ClientMessage;
import io.netty.buffer.ByteBuf;

/** Requests an area: incremental for its changes, else all of it. */
public record FramebufferUpdateRequest(boolean incremental, Rect area) implements ClientMessage {
    @Override
    public void write(ByteBuf out) {
        out.writeByte(3).writeByte(incremental ? 1 : 0);
        out.writeShort(area.x()).writeShort(area.y()).writeShort(area.width()).writeShort(area.height());
    }
}
