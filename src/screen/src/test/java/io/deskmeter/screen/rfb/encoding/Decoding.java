package io.deskmeter.screen.rfb.encoding;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.screen.Rect;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.wire.Hex;
import io.deskmeter.screen.rfb.wire.ReceiveBuffer;
import io.deskmeter.screen.rfb.wire.RfbLimits;
import io.deskmeter.screen.rfb.wire.RfbPixelFormat;

/** Runs a decoder over literal bytes, whole and byte by byte, and expects the same picture from both. */
final class Decoding {
    private Decoding() {}

    static DecoderBuffers buffers() {
        return new DecoderBuffers(RfbPixelFormat.rgb888());
    }

    static Canvas canvas(int width, int height) throws ScreenException {
        return new Canvas(width, height, RfbLimits.defaults());
    }

    static int[] decode(Encoding encoding, int width, int height, Rect rect, String hex) throws ScreenException {
        return decode(encoding, RfbPixelFormat.rgb888(), width, height, rect, hex);
    }

    static int[] decode(Encoding encoding, RfbPixelFormat format, int width, int height, Rect rect, String hex)
            throws ScreenException {
        Canvas whole = canvas(width, height);
        ReceiveBuffer in = Hex.inbox(hex);
        try (RectDecoder decoder = encoding.decoder(new DecoderBuffers(format))) {
            decoder.begin(rect, whole);
            assertThat(decoder.advance(in, whole)).as("complete").isTrue();
            assertThat(in.readable()).as("bytes left").isZero();
        }
        Canvas bytewise = canvas(width, height);
        ReceiveBuffer slow = new ReceiveBuffer();
        byte[] bytes = Hex.bytes(hex);
        try (RectDecoder decoder = encoding.decoder(new DecoderBuffers(format))) {
            decoder.begin(rect, bytewise);
            for (int i = 0; i < bytes.length; i++) {
                assertThat(decoder.advance(slow, bytewise))
                        .as("complete after " + i + " bytes")
                        .isFalse();
                slow.append(new byte[] {bytes[i]});
            }
            assertThat(decoder.advance(slow, bytewise)).isTrue();
        }
        assertThat(bytewise.pixels()).isEqualTo(whole.pixels());
        return whole.pixels();
    }
}
