package io.deskmeter.screen.rfb.message;

import io.deskmeter.screen.rfb.wire.ClientMessage;
import io.netty.buffer.ByteBuf;

/** A fence: the answer to one of the server's, with its payload (at most 64 bytes). */
public final class ClientFence implements ClientMessage {
    private final int flags;
    private final byte[] payload;

    public ClientFence(int flags, byte[] payload) {
        this.flags = flags;
        this.payload = payload.clone();
    }

    @Override
    public void write(ByteBuf out) {
        out.writeByte(248).writeZero(3).writeInt(flags);
        out.writeByte(payload.length).writeBytes(payload);
    }
}
