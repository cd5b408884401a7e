package io.deskmeter.screen.rfb.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.screen.Rect;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.encoding.Canvas;
import io.deskmeter.screen.rfb.encoding.Decoders;
import io.deskmeter.screen.rfb.wire.Hex;
import io.deskmeter.screen.rfb.wire.ReceiveBuffer;
import io.deskmeter.screen.rfb.wire.RfbLimits;
import io.deskmeter.screen.rfb.wire.RfbPixelFormat;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Every message of a server in literal bytes, on a desktop of 2×1 pixels, received byte by byte. */
class ServerMessagesTest {
    private static final String WHOLE = "00 00 0001 0000 0000 0002 0001 00000000 33221100 66554400";
    private static final String ASK_WHOLE = "0300" + "0000000000020001";
    private static final String ASK_CHANGES = "0301" + "0000000000020001";

    private final List<String> said = new ArrayList<>();
    private final List<List<Rect>> updates = new ArrayList<>();
    private Canvas canvas;
    private ServerMessages messages;

    @BeforeEach
    void begin() throws Exception {
        canvas = new Canvas(2, 1, RfbLimits.defaults());
        UpdateFlow flow = new UpdateFlow(canvas, m -> said.add(Hex.of(m)));
        messages = new ServerMessages(
                canvas,
                new Decoders(RfbPixelFormat.rgb888()),
                flow,
                RfbLimits.defaults(),
                m -> said.add(Hex.of(m)),
                new UpdateListener() {
                    @Override
                    public void onUpdated() {
                        flow.afterUpdate();
                        updates.add(canvas.takeDamage());
                    }

                    @Override
                    public void onPointerMoved(int x, int y) {
                        said.add("pointer " + x + "," + y);
                    }

                    @Override
                    public void onExtendedKeys() {
                        said.add("extended keys");
                    }

                    @Override
                    public void onLights(boolean capsLock, boolean numLock) {
                        said.add("caps lock " + capsLock + ", num lock " + numLock);
                    }
                });
        flow.start();
        assertThat(said).containsExactly(ASK_WHOLE);
        said.clear();
    }

    @AfterEach
    void end() {
        messages.close();
    }

    private void hear(String hex) throws ScreenException {
        ReceiveBuffer in = new ReceiveBuffer();
        for (byte each : Hex.bytes(hex)) {
            in.append(new byte[] {each});
            assertThat(messages.advance(in)).isNull();
        }
        assertThat(in.readable()).as("bytes left").isZero();
    }

    @Test
    void framebufferUpdate() throws Exception {
        hear(WHOLE);
        assertThat(updates).containsExactly(List.of(new Rect(0, 0, 2, 1)));
        assertThat(canvas.frame().pixels()).containsExactly(0x112233, 0x445566);
        assertThat(said).as("the next update is requested").containsExactly(ASK_CHANGES);
        hear("00 00 0002" + "0001 0000 0001 0001 00000000 01000000" + "0000 0000 0001 0001 00000001 0001 0000");
        assertThat(updates.get(1)).containsExactly(new Rect(1, 0, 1, 1), new Rect(0, 0, 1, 1));
        assertThat(canvas.frame().pixels()).containsExactly(1, 1);
    }

    @Test
    void anUpdateOfUnknownLengthEndsWithItsLastRect() throws Exception {
        hear("00 00 FFFF 0000 0000 0002 0001 00000000 33221100 66554400" + "0000 0000 0000 0000 FFFFFF20");
        assertThat(updates).hasSize(1);
        hear("00 00 0005 0000 0000 0000 0000 FFFFFF20");
        assertThat(updates).as("LastRect ends a counted update too").hasSize(2);
    }

    @Test
    void emptyUpdatesRequestTheNext() throws Exception {
        hear("00 00 0000");
        assertThat(updates).containsExactly(List.of());
        assertThat(said).containsExactly(ASK_CHANGES);
    }

    @Test
    void thePointerIsReportedWhenOtherProgramsMoveIt() throws Exception {
        hear("00 00 0001 0102 0304 0000 0000 574D5666");
        assertThat(said).containsExactly("pointer 258,772", ASK_CHANGES);
        assertThat(updates).containsExactly(List.of());
    }

    @Test
    void unknownEncodingsEndTheConnection() {
        assertThatThrownBy(() -> hear("00 00 0001 0000 0000 0002 0001 00000009"))
                .isInstanceOf(ScreenException.class)
                .hasMessage("encoding: 9 of rectangle 2x1+0+0 (expected: one that was requested; " + RfbLimits.BROKEN
                        + ")");
    }

    @Test
    void setColourMapEntries() throws Exception {
        hear("01 00 0000 0002" + "FFFFFFFFFFFF".repeat(2) + "02");
        assertThat(said).isEmpty();
    }

    @Test
    void bell() throws Exception {
        hear("02 02 02");
        assertThat(said).isEmpty();
    }

    @Test
    void serverCutText() throws Exception {
        hear("03 000000 00000003 616263" + "03 000000 00000000" + "03 000000 FFFFFFFC 01000000" + "02");
        assertThat(said).isEmpty();
        assertThatThrownBy(() -> hear("03 000000 7FFFFFFF"))
                .hasMessage(
                        "clipboard text: 2147483647 bytes (expected: at most 16777216; hint: copy something shorter on the desktop, or switch the clipboard off on the server)");
    }

    @Test
    void fencesAreAnsweredWithTheSupportedFlags() throws Exception {
        hear("F8 000000 FFFFFFFF 03 010203");
        assertThat(said).containsExactly(Hex.plain("f8 000000 00000007 03 010203"));
        said.clear();
        hear("F8 000000 80000001 00");
        assertThat(said).containsExactly(Hex.plain("f8 000000 00000001 00"));
        said.clear();
        hear("F8 000000 00000001 00");
        assertThat(said).as("an answer is not answered").isEmpty();
        assertThatThrownBy(() -> hear("F8 000000 80000001 41"))
                .hasMessage("payload of a fence: 65 bytes (expected: at most 64; " + RfbLimits.BROKEN + ")");
    }

    @Test
    void continuousUpdatesReplaceRequests() throws Exception {
        hear("96");
        assertThat(said).containsExactly("9601" + "0000000000020001");
        said.clear();
        hear(WHOLE);
        assertThat(said).isEmpty();
    }

    @Test
    void aResizeRequestsTheWholeScreenAgain() throws Exception {
        hear(WHOLE);
        said.clear();
        hear("00 00 0001 0000 0000 0001 0003 FFFFFF21");
        assertThat(said).containsExactly("0300" + "0000000000010003");
        assertThat(updates.get(1)).as("no frame yet").isEmpty();
        hear("00 00 0001 0000 0000 0001 0003 00000000 01000000 02000000 03000000");
        assertThat(updates.get(2)).containsExactly(new Rect(0, 0, 1, 3));
    }

    @Test
    void aResizeEnablesContinuousUpdatesForTheNewArea() throws Exception {
        hear("96" + WHOLE);
        said.clear();
        hear("00 00 0001 0000 0000 0001 0003 FFFFFECC 01 000000" + "00".repeat(16));
        assertThat(said).containsExactly("9601" + "0000000000010003", "0300" + "0000000000010003");
    }

    @Test
    void unknownMessagesEndTheConnection() {
        assertThatThrownBy(() -> hear("63")).hasMessage("message type: 99 (expected: 0, 1, 2, 3, 150 or 248)");
    }

    @Test
    void theKeyboardsLightsAreReported() throws Exception {
        hear("00 00 0003 0000 0000 0000 0000 FFFFFEFE" + "0000 0000 0000 0000 FFFFFEFB 05"
                + "0000 0000 0000 0000 574D5668 00000003");
        assertThat(said)
                .containsExactly(
                        "extended keys",
                        "caps lock true, num lock false",
                        "caps lock false, num lock true",
                        ASK_CHANGES);
    }
}
