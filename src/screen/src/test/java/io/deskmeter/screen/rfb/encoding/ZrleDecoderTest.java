package io.deskmeter.screen.rfb.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.screen.Rect;
import io.deskmeter.screen.rfb.wire.Hex;
import io.deskmeter.screen.rfb.wire.RfbLimits;
import io.deskmeter.screen.rfb.wire.RfbPixelFormat;
import java.util.HexFormat;
import java.util.Random;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;

/** Tiles in literal bytes, deflated here; one rectangle is literal down to the zlib stream. */
class ZrleDecoderTest {
    private static String rectangle(Deflater deflater, byte[] tiles) {
        deflater.setInput(tiles);
        byte[] out = new byte[tiles.length * 2 + 100];
        int length = deflater.deflate(out, 0, out.length, Deflater.SYNC_FLUSH);
        return String.format("%08X", length) + HexFormat.of().formatHex(out, 0, length);
    }

    private static int[] decode(int width, int height, String tiles) throws Exception {
        Deflater deflater = new Deflater();
        try {
            return Decoding.decode(
                    Encoding.ZRLE, width, height, new Rect(0, 0, width, height), rectangle(deflater, Hex.bytes(tiles)));
        } finally {
            deflater.end();
        }
    }

    @Test
    void literalStream() throws Exception {
        // zlib header, one stored block of 4 bytes (solid, blue green red), an empty stored block
        String stream = "7801 00 0400 FBFF 01 332211 00 0000 FFFF";
        assertThat(Decoding.decode(Encoding.ZRLE, 2, 2, new Rect(0, 0, 2, 2), "00000010" + stream))
                .containsOnly(0x112233);
    }

    @Test
    void rawTile() throws Exception {
        assertThat(decode(2, 1, "00 030201 060504")).containsExactly(0x010203, 0x040506);
    }

    @Test
    void packedPalettes() throws Exception {
        assertThat(decode(9, 1, "02 010000 020000 AA 80")).containsExactly(2, 1, 2, 1, 2, 1, 2, 1, 2);
        assertThat(decode(5, 1, "03 010000 020000 030000 18 80")).containsExactly(1, 2, 3, 1, 3);
        assertThat(decode(3, 2, "05 010000 020000 030000 040000 050000 0120 4320"))
                .containsExactly(1, 2, 3, /**/ 5, 4, 3);
    }

    @Test
    void plainRunsContinueAcrossRows() throws Exception {
        assertThat(decode(3, 2, "80 010000 03 020000 01")).containsExactly(1, 1, 1, /**/ 1, 2, 2);
    }

    @Test
    void longRunsAddUp() throws Exception {
        assertThat(decode(64, 8, "80 070000 FF FF 01")).hasSize(512).containsOnly(7);
    }

    @Test
    void paletteRuns() throws Exception {
        assertThat(decode(3, 2, "82 010000 020000 00 81 03 00")).containsExactly(1, 2, 2, /**/ 2, 2, 1);
    }

    @Test
    void tilesOf64GoRowByRow() throws Exception {
        int[] pixels = decode(65, 65, "01 010000 01 020000 01 030000 01 040000");
        assertThat(new int[] {pixels[0], pixels[64], pixels[64 * 65], pixels[64 * 65 + 64]})
                .containsExactly(1, 2, 3, 4);
    }

    @Test
    void theStreamContinuesAcrossRectangles() throws Exception {
        Canvas canvas = Decoding.canvas(100, 100);
        Deflater deflater = new Deflater();
        Random random = new Random(1);
        try (ZrleDecoder decoder = new ZrleDecoder(new DecoderBuffers(RfbPixelFormat.rgb888()))) {
            for (int i = 0; i < 50; i++) {
                byte[] tile = new byte[1 + 64 * 64 * 3];
                random.nextBytes(tile);
                tile[0] = 0;
                decoder.begin(new Rect(0, 0, 64, 64), canvas);
                assertThat(decoder.advance(Hex.inbox(rectangle(deflater, tile)), canvas))
                        .isTrue();
                assertThat(canvas.pixels()[0])
                        .isEqualTo((tile[1] & 255) | (tile[2] & 255) << 8 | (tile[3] & 255) << 16);
                assertThat(canvas.pixels()[63 * 100 + 63] & 255).isEqualTo(tile[tile.length - 3] & 255);
            }
        } finally {
            deflater.end();
        }
    }

    @Test
    void badTilesAreRefused() {
        assertThatThrownBy(() -> decode(2, 2, "11"))
                .hasMessage("ZRLE: tile of kind 17 (expected: 0 to 16, 128, or 130 to 255)");
        assertThatThrownBy(() -> decode(2, 2, "81")).hasMessageContaining("tile of kind 129");
        assertThatThrownBy(() -> decode(2, 2, "80 010000 04"))
                .hasMessage("ZRLE: run of 5 pixels (expected: at most 4)");
        assertThatThrownBy(() -> decode(2, 2, "82 010000 020000 05"))
                .hasMessage("ZRLE: palette index 5 (expected: below 2)");
        assertThatThrownBy(() -> decode(2, 2, "03 010000 020000 030000 FF FF"))
                .hasMessage("ZRLE: palette index 3 (expected: below 3)");
        assertThatThrownBy(() -> decode(2, 2, "00 010000")).hasMessageContaining("zlib: data ends early");
        assertThatThrownBy(() -> decode(2, 2, "01 010000 00")).hasMessageContaining("zlib: data left over");
    }

    @Test
    void badStreamsAreRefused() {
        assertThatThrownBy(() -> Decoding.decode(Encoding.ZRLE, 2, 2, new Rect(0, 0, 2, 2), "00000004 FFFFFFFF"))
                .hasMessageContaining("zlib: bad data");
        assertThatThrownBy(() -> Decoding.decode(Encoding.ZRLE, 2, 2, new Rect(0, 0, 2, 2), "00000000"))
                .hasMessageContaining("zlib: data ends early");
        assertThatThrownBy(() -> Decoding.decode(Encoding.ZRLE, 2, 2, new Rect(0, 0, 2, 2), "FFFFFFFF"))
                .hasMessage(
                        "ZRLE data of 2x2+0+0: 4294967295 bytes (expected: at most 1856; " + RfbLimits.BROKEN + ")");
    }
}
