package io.deskmeter.screen.rfb.handshake;

import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.wire.ReadStep;
import io.deskmeter.screen.rfb.wire.ReceiveBuffer;
import io.deskmeter.screen.rfb.wire.RfbLimits;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The reason of a refusal, the last message of a server. */
final class ReadReason implements ReadStep {
    /** What servers say to an address from which too many logons have failed: TigerVNC and RealVNC, and TightVNC. */
    private static final Pattern BLOCKED =
            Pattern.compile("too many (security|authentication) failures", Pattern.CASE_INSENSITIVE);

    static final String BLOCKED_WORDS =
            "(expected: access; it blocks this address for a while; hint: wait 10 s, after each further failure twice as long; the password"
                    + " of the attempts before was wrong)";

    private final String what;
    private final RfbLimits limits;
    private long length = -1;

    ReadReason(String what, RfbLimits limits) {
        this.what = what;
        this.limits = limits;
    }

    @Override
    public @Nullable ReadStep advance(ReceiveBuffer in) throws ScreenException {
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
        String reason = in.text(kept);
        throw new ScreenException("security: " + what + ": \"" + reason + "\""
                + (kept < length ? ", the first " + kept + " of " + length + " bytes" : "") + " "
                + (BLOCKED.matcher(reason).find() ? BLOCKED_WORDS : "(expected: access; is the password right?)"));
    }
}
