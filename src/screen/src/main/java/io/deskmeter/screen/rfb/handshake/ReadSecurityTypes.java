package io.deskmeter.screen.rfb.handshake;

import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.wire.ReadStep;
import io.deskmeter.screen.rfb.wire.ReceiveBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Versions 3.7 and 3.8: the server offers security types and we choose; an empty offer is a refusal. */
final class ReadSecurityTypes implements ReadStep {
    private final RfbHandshake handshake;
    private final ProtocolVersion version;

    ReadSecurityTypes(RfbHandshake handshake, ProtocolVersion version) {
        this.handshake = handshake;
        this.version = version;
    }

    @Override
    public @Nullable ReadStep advance(ReceiveBuffer in) throws ScreenException {
        if (!in.has(1) || !in.has(1 + in.peek(0))) {
            return null;
        }
        int count = in.u8();
        if (count == 0) {
            return new ReadReason("the server refuses the connection", handshake.limits());
        }
        List<Integer> offered = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            offered.add(in.u8());
        }
        SecurityType type = handshake.login().chooseOuter(offered);
        boolean within = type.isWithinVeNCrypt();
        handshake.send(out -> out.writeByte(within ? SecurityType.VENCRYPT : type.code()));
        return within ? new ReadVeNCryptVersion(handshake, version) : handshake.authenticate(type, version);
    }
}
