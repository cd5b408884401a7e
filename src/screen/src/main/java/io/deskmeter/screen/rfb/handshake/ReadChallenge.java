package io.deskmeter.screen.rfb.handshake;

import io.deskmeter.screen.rfb.wire.ReadStep;
import io.deskmeter.screen.rfb.wire.ReceiveBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** VncAuth: 16 random bytes to encrypt with the password. */
final class ReadChallenge implements ReadStep {
    private final RfbHandshake handshake;
    private final ProtocolVersion version;

    ReadChallenge(RfbHandshake handshake, ProtocolVersion version) {
        this.handshake = handshake;
        this.version = version;
    }

    @Override
    public @Nullable ReadStep advance(ReceiveBuffer in) {
        if (!in.has(VncAuth.CHALLENGE_BYTES)) {
            return null;
        }
        String password =
                Objects.requireNonNull(handshake.login().password(), "VncAuth is chosen with a password only");
        byte[] response = VncAuth.response(password, in.bytes(VncAuth.CHALLENGE_BYTES));
        handshake.send(out -> out.writeBytes(response));
        return new ReadSecurityResult(handshake, version);
    }
}
