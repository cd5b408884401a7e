package io.deskmeter.screen.rfb.handshake;

import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.wire.ClientMessage;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The versions of RFB; written as the client's reply to the server's version. */
enum ProtocolVersion implements ClientMessage {
    V3_3,
    V3_7,
    V3_8;

    static final int BYTES = 12;
    /** The line break is escaped, as in all text of a peer. */
    private static final Pattern GREETING = Pattern.compile("RFB (\\d{3})\\.(\\d{3})\\\\n");

    /** The version to use with a server that announces this one; servers with unusual numbers (3.889, 4.1) use 3.8. */
    static ProtocolVersion of(String greeting) throws ScreenException {
        Matcher matcher = GREETING.matcher(greeting);
        if (!matcher.matches() || Integer.parseInt(matcher.group(1)) < 3) {
            throw new ScreenException("greeting: \"" + greeting
                    + "\" (expected: RFB 003.003 or later; is this the address of a VNC server?)");
        }
        int minor = Integer.parseInt(matcher.group(2));
        if (Integer.parseInt(matcher.group(1)) > 3 || minor >= 8) {
            return V3_8;
        }
        return minor == 7 ? V3_7 : V3_3;
    }

    @Override
    public void write(ByteBuf out) {
        int minor = switch (this) {
            case V3_3 -> 3;
            case V3_7 -> 7;
            case V3_8 -> 8;
        };
        out.writeCharSequence("RFB 003.00" + minor + "\n", StandardCharsets.US_ASCII);
    }
}
