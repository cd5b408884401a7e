package io.deskmeter.screen.rfb.handshake;

import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.wire.ReadStep;
import io.deskmeter.screen.rfb.wire.ReceiveBuffer;
import org.jspecify.annotations.Nullable;

/** VeNCrypt: whether the server can start TLS; then the client starts it. */
final class ReadVeNCryptConsent implements ReadStep {
    private final RfbHandshake handshake;
    private final SecurityType type;
    private final ProtocolVersion version;

    ReadVeNCryptConsent(RfbHandshake handshake, SecurityType type, ProtocolVersion version) {
        this.handshake = handshake;
        this.type = type;
        this.version = version;
    }

    @Override
    public @Nullable ReadStep advance(ReceiveBuffer in) throws ScreenException {
        if (!in.has(1)) {
            return null;
        }
        int consent = in.u8();
        if (consent != 1) {
            throw new ScreenException("VeNCrypt: the server answers " + consent + " to " + type
                    + " (expected: 1; hint: check its certificate and key, and its log)");
        }
        AwaitTls await = new AwaitTls(() -> handshake.prove(type, version));
        handshake.tls().start(type.layer() == SecurityType.Layer.CERTIFIED_TLS, await::secured);
        return await;
    }
}
