package io.deskmeter.screen.rfb.message;

import io.deskmeter.screen.rfb.wire.ClientMessage;
import io.netty.buffer.ByteBuf;
import java.util.List;

/** The supported encodings, in order of preference. */
public record SetEncodings(List<Integer> codes) implements ClientMessage {
    public SetEncodings {
        codes = List.copyOf(codes);
    }

    @Override
    public void write(ByteBuf out) {
        out.writeByte(2).writeZero(1).writeShort(codes.size());
        codes.forEach(out::writeInt);
    }
}
