package io.deskmeter.screen.rfb.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.screen.Rect;
import io.deskmeter.screen.rfb.wire.ClientMessage;
import io.deskmeter.screen.rfb.wire.Hex;
import io.deskmeter.screen.rfb.wire.RfbPixelFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Golden bytes of all client messages after the handshake. */
class ClientMessagesTest {
    private static final Rect AREA = new Rect(1, 2, 0x0500, 0x0320);

    private static void assertBytes(ClientMessage message, String hex) {
        assertThat(Hex.of(message)).isEqualToIgnoringCase(Hex.plain(hex));
    }

    @Test
    void setPixelFormat() {
        assertBytes(
                new SetPixelFormat(RfbPixelFormat.rgb888()), "00 000000 20 18 00 01 00FF 00FF 00FF 10 08 00 000000");
        assertBytes(
                new SetPixelFormat(RfbPixelFormat.rgb565().withBigEndian(true)),
                "00 000000 10 10 01 01 001F 003F 001F 0B 05 00 000000");
        assertBytes(
                new SetPixelFormat(RfbPixelFormat.bgr233()), "00 000000 08 08 00 01 0007 0007 0003 00 03 06 000000");
    }

    @Test
    void setEncodings() {
        assertBytes(new SetEncodings(List.of(16, -223)), "02 00 0002 00000010 FFFFFF21");
    }

    @Test
    void framebufferUpdateRequest() {
        assertBytes(new FramebufferUpdateRequest(false, AREA), "03 00 0001 0002 0500 0320");
        assertBytes(new FramebufferUpdateRequest(true, AREA), "03 01 0001 0002 0500 0320");
    }

    @Test
    void keyEvent() {
        assertBytes(new KeyEvent(0xFF0D, true), "04 01 0000 0000FF0D");
        assertBytes(new KeyEvent(0x010020AC, false), "04 00 0000 010020AC");
    }

    @Test
    void pointerEvent() {
        assertBytes(new PointerEvent(0x0102, 0x0304, 5), "05 05 0102 0304");
    }

    @Test
    void enableContinuousUpdates() {
        assertBytes(new EnableContinuousUpdates(true, AREA), "96 01 0001 0002 0500 0320");
        assertBytes(new EnableContinuousUpdates(false, AREA), "96 00 0001 0002 0500 0320");
    }

    @Test
    void clientFence() {
        assertBytes(new ClientFence(3, Hex.bytes("CAFE")), "F8 000000 00000003 02 CAFE");
    }
}
