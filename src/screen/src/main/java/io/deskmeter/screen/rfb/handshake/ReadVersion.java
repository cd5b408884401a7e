package io.deskmeter.screen.rfb.handshake;

import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.wire.ReadStep;
import io.deskmeter.screen.rfb.wire.ReceiveBuffer;
import org.jspecify.annotations.Nullable;

/** The server's version, 12 bytes. */
final class ReadVersion implements ReadStep {
    private final RfbHandshake handshake;

    ReadVersion(RfbHandshake handshake) {
        this.handshake = handshake;
    }

    @Override
    public @Nullable ReadStep advance(ReceiveBuffer in) throws ScreenException {
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
