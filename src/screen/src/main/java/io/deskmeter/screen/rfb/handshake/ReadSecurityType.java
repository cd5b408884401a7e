package io.deskmeter.screen.rfb.handshake;

import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.wire.ReadStep;
import io.deskmeter.screen.rfb.wire.ReceiveBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Version 3.3: the server has chosen the security type; 0 is a refusal. */
final class ReadSecurityType implements ReadStep {
    private final RfbHandshake handshake;

    ReadSecurityType(RfbHandshake handshake) {
        this.handshake = handshake;
    }

    @Override
    public @Nullable ReadStep advance(ReceiveBuffer in) throws ScreenException {
        if (!in.has(4)) {
            return null;
        }
        int code = in.s32();
        if (code == 0) {
            return new ReadReason("the server refuses the connection", handshake.limits());
        }
        SecurityType type = handshake.login().chooseOuter(List.of(code));
        return type.isWithinVeNCrypt()
                ? new ReadVeNCryptVersion(handshake, ProtocolVersion.V3_3)
                : handshake.authenticate(type, ProtocolVersion.V3_3);
    }
}
