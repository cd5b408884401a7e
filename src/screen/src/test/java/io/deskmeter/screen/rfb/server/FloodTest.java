package io.deskmeter.screen.rfb.server;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.encoding.Canvas;
import io.deskmeter.screen.rfb.encoding.Decoders;
import io.deskmeter.screen.rfb.wire.Hex;
import io.deskmeter.screen.rfb.wire.ReceiveBuffer;
import io.deskmeter.screen.rfb.wire.RfbLimits;
import io.deskmeter.screen.rfb.wire.RfbPixelFormat;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that send without an end what is no picture. */
@Tag("slow")
class FloodTest {
    /** An update of 65,535 rectangles begins. */
    private static final String UPDATE = "00 00 FFFF";

    private static ServerMessages messages() throws ScreenException {
        Canvas canvas = new Canvas(320, 200, RfbLimits.defaults());
        return new ServerMessages(
                canvas,
                new Decoders(RfbPixelFormat.rgb888()),
                new UpdateFlow(canvas, m -> {}),
                RfbLimits.defaults(),
                m -> {},
                new IgnoredUpdates());
    }

    private static final class IgnoredUpdates extends IgnoredNews implements UpdateListener {
        @Override
        public void onUpdated() {}
    }

    /** Receives more and more, up to a number of times. */
    private static void receive(int times, IntFunction<byte[]> next) throws ScreenException {
        ServerMessages messages = messages();
        ReceiveBuffer in = new ReceiveBuffer();
        in.append(Hex.bytes(UPDATE));
        for (int i = 0; i < times; i++) {
            in.append(next.apply(i));
            messages.advance(in);
        }
    }

    /** Tight, one colour: 16 bytes for 7680x4320 pixels beside the desktop, or for all of it. */
    @ParameterizedTest
    @ValueSource(strings = {"0140 0000 1E00 10E0", "0000 0000 0140 00C8"})
    void rectanglesThatDoNotEnd(String place) {
        assertThatThrownBy(() -> receive(300, i -> Hex.bytes(place + " 00000007 80 112233")))
                .isInstanceOf(ScreenException.class)
                .hasMessageContaining("without an end");
    }

    /** ZRLE. A flood is told from 4 x 16 MiB + 1 MB on. */
    @Test
    void dataOfARectangleBesideTheDesktopThatDoNotEnd() {
        byte[] begin = Hex.bytes("0140 0000 1E00 10E0 00000010" + "0F000000");
        assertThatThrownBy(() -> receive(120, i -> i == 0 ? begin : new byte[1 << 20]))
                .isInstanceOf(ScreenException.class)
                .hasMessageContaining("flood");
    }

    @Test
    void sizesThatChangeWithoutAPicture() {
        assertThatThrownBy(() -> receive(
                        200, i -> Hex.bytes("0000 0000 " + (i % 2 == 0 ? "1E00 10E0" : "10E0 1E00") + " FFFFFF21")))
                .isInstanceOf(ScreenException.class)
                .hasMessageContaining("changed 33 times without a picture");
    }
}
