package io.deskmeter.screen.rfb.handshake;

import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.wire.ReadStep;
import io.deskmeter.screen.rfb.wire.ReceiveBuffer;
import org.jspecify.annotations.Nullable;

/** VeNCrypt: the server's version (the client uses 0.2) and the server's confirmation. */
final class ReadVeNCryptVersion implements ReadStep {
    private static final int VERSION = 2;

    private final RfbHandshake handshake;
    private final ProtocolVersion version;
    private boolean answered;

    ReadVeNCryptVersion(RfbHandshake handshake, ProtocolVersion version) {
        this.handshake = handshake;
        this.version = version;
    }

    @Override
    public @Nullable ReadStep advance(ReceiveBuffer in) throws ScreenException {
        if (!answered) {
            if (!in.has(2)) {
                return null;
            }
            int offered = in.u16();
            if (offered < VERSION) {
                throw new ScreenException("VeNCrypt version: 0." + offered + " (expected: 0.2 or later)");
            }
            handshake.send(out -> out.writeShort(VERSION));
            answered = true;
        }
        if (!in.has(1)) {
            return null;
        }
        int status = in.u8();
        if (status != 0) {
            throw new ScreenException("VeNCrypt: the server answers " + status + " to version 0.2 (expected: 0)");
        }
        return new ReadVeNCryptTypes(handshake, version);
    }
}
