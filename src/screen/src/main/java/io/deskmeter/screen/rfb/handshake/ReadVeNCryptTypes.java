package io.deskmeter.screen.rfb.handshake;

import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.wire.ReadStep;
import io.deskmeter.screen.rfb.wire.ReceiveBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** VeNCrypt: the server offers security types of four bytes each and we choose. */
final class ReadVeNCryptTypes implements ReadStep {
    private final RfbHandshake handshake;
    private final ProtocolVersion version;

    ReadVeNCryptTypes(RfbHandshake handshake, ProtocolVersion version) {
        this.handshake = handshake;
        this.version = version;
    }

    @Override
    public @Nullable ReadStep advance(ReceiveBuffer in) throws ScreenException {
        if (!in.has(1) || !in.has(1 + 4 * in.peek(0))) {
            return null;
        }
        int count = in.u8();
        List<Integer> offered = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            offered.add(in.s32());
        }
        SecurityType type = handshake.login().chooseInner(offered);
        handshake.send(out -> out.writeInt(type.code()));
        return type.layer() == SecurityType.Layer.OPEN
                ? handshake.authenticate(type, version)
                : new ReadVeNCryptConsent(handshake, type, version);
    }
}
