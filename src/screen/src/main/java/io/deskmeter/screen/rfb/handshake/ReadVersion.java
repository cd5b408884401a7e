package io.deskmeter.screen.rfb.handshake;

import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.wire.ReceiveBuffer;
import io.deskmeter.screen.rfb.wire.Step;
import org.jspecify.annotations.Nullable;

/** The server's version, 12 bytes. */
final class ReadVersion implements Step {
    private final Handshake handshake;

    ReadVersion(Handshake handshake) {
        this.handshake = handshake;
    }

    @Override
    public @Nullable Step advance(ReceiveBuffer in) throws ScreenException {
        if (!in.has(ProtocolVersion.BYTES)) {
            return null;
        }
        ProtocolVersion version = ProtocolVersion.of(in.text(ProtocolVersion.BYTES));
        handshake.send(version);
        return version == ProtocolVersion.V3_3
                ? new ReadSecurityType(handshake)
                : new ReadSecurityTypes(handshake, version);
    }
}
