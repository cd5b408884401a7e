package io.deskmeter.screen.rfb.handshake;

import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.wire.ReadStep;
import io.deskmeter.screen.rfb.wire.ReceiveBuffer;
import java.math.BigInteger;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Apple: the server's half of a Diffie-Hellman exchange; the reply contains ours and the credentials encrypted with the
 * shared key.
 */
final class ReadAppleKey implements ReadStep {
    private static final int HEADER_BYTES = 4;

    private final RfbHandshake handshake;
    private final ProtocolVersion version;

    ReadAppleKey(RfbHandshake handshake, ProtocolVersion version) {
        this.handshake = handshake;
        this.version = version;
    }

    @Override
    public @Nullable ReadStep advance(ReceiveBuffer in) throws ScreenException {
        if (!in.has(HEADER_BYTES)) {
            return null;
        }
        int length = in.peek(2) << 8 | in.peek(3);
        if (length < AppleLogin.MIN_KEY_BYTES || length > AppleLogin.MAX_KEY_BYTES) {
            throw new ScreenException("Apple security: keys of " + length + " bytes (expected: "
                    + AppleLogin.MIN_KEY_BYTES + " to " + AppleLogin.MAX_KEY_BYTES + ")");
        }
        if (!in.has(HEADER_BYTES + 2L * length)) {
            return null;
        }
        int generator = in.u16();
        in.skip(2);
        BigInteger prime = new BigInteger(1, in.bytes(length));
        BigInteger serverKey = new BigInteger(1, in.bytes(length));
        Login login = handshake.login();
        byte[] answer = new AppleLogin(generator, prime, serverKey, length)
                .answer(
                        Objects.requireNonNull(login.user(), "Apple is chosen with a user only"),
                        Objects.requireNonNull(login.password(), "Apple is chosen with a password only"));
        handshake.send(out -> out.writeBytes(answer));
        return new ReadSecurityResult(handshake, version);
    }
}
