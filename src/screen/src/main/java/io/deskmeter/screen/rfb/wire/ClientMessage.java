package io.deskmeter.screen.rfb.wire;

import io.netty.buffer.ByteBuf;

/** Something that we say to the server. */
@FunctionalInterface
public interface ClientMessage {
    void write(ByteBuf out);
}
