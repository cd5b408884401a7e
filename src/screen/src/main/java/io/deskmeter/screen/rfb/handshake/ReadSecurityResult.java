package io.deskmeter.screen.rfb.handshake;

import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.wire.ReceiveBuffer;
import io.deskmeter.screen.rfb.wire.Step;
import org.jspecify.annotations.Nullable;

/** Whether we are let in; version 3.8 gives a reason where we are not. */
final class ReadSecurityResult implements Step {
    private final Handshake handshake;
    private final ProtocolVersion version;

    ReadSecurityResult(Handshake handshake, ProtocolVersion version) {
        this.handshake = handshake;
        this.version = version;
    }

    @Override
    public @Nullable Step advance(ReceiveBuffer in) throws ScreenException {
        if (!in.has(4)) {
            return null;
        }
        int result = in.s32();
        if (result == 0) {
            return handshake.initialise();
        }
        if (version == ProtocolVersion.V3_8) {
            return new ReadReason("the server does not let us in", handshake.limits());
        }
        throw new ScreenException(
                "security: the server does not let us in, result " + result + " (expected: 0; is the password right?)");
    }
}
