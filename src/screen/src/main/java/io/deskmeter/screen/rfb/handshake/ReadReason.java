package io.deskmeter.screen.rfb.handshake;

import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.wire.Limits;
import io.deskmeter.screen.rfb.wire.ReceiveBuffer;
import io.deskmeter.screen.rfb.wire.Step;
import org.jspecify.annotations.Nullable;

/** The reason of a refusal, the last message of a server. */
final class ReadReason implements Step {
    private final String what;
    private final Limits limits;
    private long length = -1;

    ReadReason(String what, Limits limits) {
        this.what = what;
        this.limits = limits;
    }

    @Override
    public @Nullable Step advance(ReceiveBuffer in) throws ScreenException {
        if (length < 0) {
            if (!in.has(4)) {
                return null;
            }
            length = in.u32();
        }
        // A longer one is cut, because it is a reason nevertheless.
        int kept = (int) Math.min(length, limits.maxReasonBytes());
        if (!in.has(kept)) {
            return null;
        }
        throw new ScreenException("security: " + what + ": \"" + in.text(kept) + "\""
                + (kept < length ? ", the first " + kept + " of " + length + " bytes" : "")
                + " (expected: access; is the password right?)");
    }
}
