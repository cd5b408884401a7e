package io.deskmeter.screen.rfb.handshake;

import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.wire.ReadStep;
import io.deskmeter.screen.rfb.wire.ReceiveBuffer;
import org.jspecify.annotations.Nullable;

/** The outcome of the authentication; version 3.8 sends a reason with a refusal. */
final class ReadSecurityResult implements ReadStep {
    /** The result of RFB 3.3 and 3.7 for too many attempts. */
    private static final int TOO_MANY = 2;

    private final RfbHandshake handshake;
    private final ProtocolVersion version;

    ReadSecurityResult(RfbHandshake handshake, ProtocolVersion version) {
        this.handshake = handshake;
        this.version = version;
    }

    @Override
    public @Nullable ReadStep advance(ReceiveBuffer in) throws ScreenException {
        if (!in.has(4)) {
            return null;
        }
        int result = in.s32();
        if (result == 0) {
            return handshake.initialise();
        }
        if (version == ProtocolVersion.V3_8) {
            return new ReadReason("the server refuses the login", handshake.limits());
        }
        throw new ScreenException("security: the server refuses the login, result " + result + " "
                + (result == TOO_MANY ? ReadReason.BLOCKED_WORDS : "(expected: 0; is the password right?)"));
    }
}
