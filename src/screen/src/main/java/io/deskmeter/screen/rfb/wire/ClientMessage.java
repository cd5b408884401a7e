package io.deskmeter.screen.rfb.wire;

import io.netty.buffer.ByteBuf;

/** A message from the client to the server. */
@FunctionalInterface
public interface ClientMessage {
    void write(ByteBuf out);
}
