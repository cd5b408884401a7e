package io.deskmeter.screen.rfb.server;

import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.wire.ReceiveBuffer;
import io.deskmeter.screen.rfb.wire.RfbLimits;
import io.deskmeter.screen.rfb.wire.Skip;

/**
 * The desktop's clipboard, which is not used, so it is skipped. A negative length announces the extended format, which
 * some servers send without a request.
 */
final class ServerCutText implements ServerMessage {
    private final RfbLimits limits;
    private final Skip text = new Skip();
    private boolean counted;

    ServerCutText(RfbLimits limits) {
        this.limits = limits;
    }

    @Override
    public boolean advance(ReceiveBuffer in) throws ScreenException {
        if (!counted) {
            if (!in.has(7)) {
                return false;
            }
            in.skip(3);
            long length = in.s32();
            text.begin(RfbLimits.checkLength(
                    "clipboard text",
                    Math.abs(length),
                    limits.maxTextBytes(),
                    "hint: copy something shorter on the desktop, or switch the clipboard off on the server"));
            counted = true;
        }
        if (!text.advance(in)) {
            return false;
        }
        counted = false;
        return true;
    }
}
