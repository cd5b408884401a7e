package io.deskmeter.screen.rfb.handshake;

import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.wire.ReadStep;
import io.deskmeter.screen.rfb.wire.ReceiveBuffer;
import io.deskmeter.screen.rfb.wire.RfbLimits;
import io.deskmeter.screen.rfb.wire.ServerFormat;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Size, pixel format and name of the desktop. */
final class ReadServerInit implements ReadStep {
    private static final int PIXEL_FORMAT_BYTES = 16;
    private static final int FIXED_BYTES = 2 + 2 + PIXEL_FORMAT_BYTES + 4;

    private final RfbHandshake handshake;
    private @Nullable ServerFormat format;
    private int width;
    private int height;
    private int nameLength = -1;

    ReadServerInit(RfbHandshake handshake) {
        this.handshake = handshake;
    }

    @Override
    public @Nullable ReadStep advance(ReceiveBuffer in) throws ScreenException {
        if (nameLength < 0) {
            if (!in.has(FIXED_BYTES)) {
                return null;
            }
            width = in.u16();
            height = in.u16();
            handshake.limits().checkDesktop(width, height);
            format = ServerFormat.read(in);
            nameLength = RfbLimits.checkLength(
                    "desktop name",
                    in.u32(),
                    handshake.limits().maxNameBytes(),
                    "hint: give the desktop a shorter name on the server");
        }
        if (!in.has(nameLength)) {
            return null;
        }
        return handshake
                .next()
                .after(new ServerInit(width, height, Objects.requireNonNull(format), in.text(nameLength)));
    }
}
