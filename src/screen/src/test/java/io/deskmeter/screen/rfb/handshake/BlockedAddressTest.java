package io.deskmeter.screen.rfb.handshake;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.wire.Hex;
import io.deskmeter.screen.rfb.wire.ReadStep;
import io.deskmeter.screen.rfb.wire.ReceiveBuffer;
import io.deskmeter.screen.rfb.wire.RfbLimits;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Addresses that a server blocks after too many failed logons. */
class BlockedAddressTest {
    private static String hex(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        StringBuilder hex = new StringBuilder(String.format("%08x", bytes.length));
        for (byte b : bytes) {
            hex.append(String.format("%02x", b));
        }
        return hex.toString();
    }

    private static void hear(String bytes) throws ScreenException {
        ReadStep step = new RfbHandshake(
                        Login.local(null, "secret"),
                        true,
                        RfbLimits.defaults(),
                        m -> {},
                        (c, s) -> {},
                        init -> in -> null)
                .start();
        ReceiveBuffer in = new ReceiveBuffer();
        in.append(Hex.bytes(bytes));
        for (ReadStep next = step.advance(in); next != null; next = step.advance(in)) {
            step = next;
        }
    }

    /** TightVNC's words and, in RFB 3.7, only a number. */
    @Test
    void everyServersBlockIsABlock() {
        String v38 = "524642203030332E3030380A";
        String v37 = "524642203030332E3030370A";
        String challenge = "00112233445566778899AABBCCDDEEFF";
        for (String words : List.of("Too many security failures", "Too many authentication failures")) {
            assertThatThrownBy(() -> hear(v38 + "00" + hex(words))).hasMessageContaining("blocks this address");
        }
        assertThatThrownBy(() -> hear(v37 + "0102" + challenge + "00000002"))
                .hasMessageContaining("blocks this address");
    }
}
