package io.deskmeter.screen.rfb.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.screen.Rect;
import io.deskmeter.screen.rfb.wire.RfbPixelFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Pixels of every size and order, in the three ways in which encodings write them. */
class PixelFormatsTest {
    private static int raw(RfbPixelFormat format, String pixel) throws Exception {
        return Decoding.decode(Encoding.RAW, format, 1, 1, new Rect(0, 0, 1, 1), pixel)[0];
    }

    private static int zrle(RfbPixelFormat format, String pixel) throws Exception {
        try (Streams stream = new Streams()) {
            String piece = stream.piece("01" + pixel);
            String hex = String.format("%08X", piece.length() / 2) + piece;
            return Decoding.decode(Encoding.ZRLE, format, 1, 1, new Rect(0, 0, 1, 1), hex)[0];
        }
    }

    @Test
    void wholePixels() throws Exception {
        assertThat(raw(RfbPixelFormat.rgb888(), "332211FF")).isEqualTo(0x112233);
        assertThat(raw(RfbPixelFormat.rgb888().withBigEndian(true), "FF112233")).isEqualTo(0x112233);
        assertThat(raw(new RfbPixelFormat(32, false, 255, 255, 255, 0, 8, 16), "112233FF"))
                .isEqualTo(0x112233);
        assertThat(raw(new RfbPixelFormat(32, true, 255, 255, 255, 24, 16, 8), "112233FF"))
                .isEqualTo(0x112233);
        assertThat(raw(new RfbPixelFormat(32, true, 255, 255, 255, 20, 12, 4), "01122330"))
                .isEqualTo(0x112233);
    }

    @Test
    void fewBitsAreScaledToTheWholeRange() throws Exception {
        assertThat(raw(RfbPixelFormat.rgb565(), "FFFF")).isEqualTo(0xFFFFFF);
        assertThat(raw(RfbPixelFormat.rgb565(), "00F8")).isEqualTo(0xFF0000);
        assertThat(raw(RfbPixelFormat.rgb565(), "0108")).isEqualTo(0x080008);
        assertThat(raw(RfbPixelFormat.rgb565().withBigEndian(true), "07E0")).isEqualTo(0x00FF00);
        assertThat(raw(new RfbPixelFormat(16, false, 31, 31, 31, 10, 5, 0), "0042"))
                .isEqualTo(0x848400);
        assertThat(raw(RfbPixelFormat.bgr233(), "47")).isEqualTo(0xFF0055);
        assertThat(raw(RfbPixelFormat.bgr233().withBigEndian(true), "38"))
                .as("one byte has no order")
                .isEqualTo(0x00FF00);
    }

    @Test
    void zrleLeavesOutTheByteWithoutColour() throws Exception {
        assertThat(zrle(RfbPixelFormat.rgb888(), "332211")).isEqualTo(0x112233);
        assertThat(zrle(RfbPixelFormat.rgb888().withBigEndian(true), "112233")).isEqualTo(0x112233);
        assertThat(zrle(new RfbPixelFormat(32, true, 255, 255, 255, 24, 16, 8), "112233"))
                .isEqualTo(0x112233);
        assertThat(zrle(new RfbPixelFormat(32, false, 255, 255, 255, 24, 16, 8), "332211"))
                .isEqualTo(0x112233);
        assertThat(zrle(new RfbPixelFormat(32, false, 255, 255, 255, 20, 12, 4), "30231201"))
                .as("colours in all four bytes: nothing to leave out")
                .isEqualTo(0x112233);
        assertThat(zrle(new RfbPixelFormat(32, false, 31, 63, 31, 27, 21, 16), "00E007"))
                .isEqualTo(0x00FF00);
        assertThat(zrle(RfbPixelFormat.rgb565(), "E007")).isEqualTo(0x00FF00);
        assertThat(zrle(RfbPixelFormat.bgr233(), "38")).isEqualTo(0x00FF00);
    }

    /** Many pixels are read in the same way as one. */
    @Test
    void rowsAreLikeSinglePixels() {
        byte[] data = new byte[400];
        new Random(5).nextBytes(data);
        for (RfbPixelFormat format : new RfbPixelFormat[] {
            RfbPixelFormat.rgb888(),
            RfbPixelFormat.rgb888().withBigEndian(true),
            RfbPixelFormat.rgb565(),
            RfbPixelFormat.bgr233()
        }) {
            int bytes = format.pixels().bytes();
            int[] row = new int[40];
            format.pixels().pixels(data, 3, row, 1, 39);
            for (int i = 0; i < 39; i++) {
                assertThat(row[i + 1]).isEqualTo(format.pixels().pixel(data, 3 + i * bytes));
            }
        }
    }

    @Test
    void hextileAndCursorInFewBytes() throws Exception {
        RfbPixelFormat two = RfbPixelFormat.rgb565();
        // background, foreground, one rectangle; then a raw tile
        String tiles = "0E 1F00 00F8 01 10 00" + "01 E007";
        int[] pixels = Decoding.decode(Encoding.HEXTILE, two, 17, 1, new Rect(0, 0, 17, 1), tiles);
        assertThat(pixels[0]).isEqualTo(0x0000FF);
        assertThat(pixels[1]).isEqualTo(0xFF0000);
        assertThat(pixels[16]).isEqualTo(0x00FF00);
        String coloured = "1A 1F00 01 00F8 00 00";
        assertThat(Decoding.decode(Encoding.HEXTILE, two, 2, 1, new Rect(0, 0, 2, 1), coloured))
                .containsExactly(0xFF0000, 0x0000FF);
        assertThat(Decoding.decode(Encoding.CURSOR, two, 1, 1, new Rect(0, 0, 9, 1), "FFFF".repeat(9) + "FF80"))
                .containsOnly(0);
    }

    @Test
    void invalidFormatsAreRefused() {
        assertThatThrownBy(() -> new RfbPixelFormat(24, false, 255, 255, 255, 16, 8, 0))
                .hasMessage("bits per pixel: 24 (expected: 8, 16 or 32)");
        assertThatThrownBy(() -> new RfbPixelFormat(32, false, 254, 255, 255, 16, 8, 0))
                .hasMessage("red max: 254 (expected: 1, 3, 7, 15, 31, 63, 127 or 255)");
        assertThatThrownBy(() -> new RfbPixelFormat(16, false, 31, 63, 31, 12, 5, 0))
                .hasMessage("red shift: 12 (expected: 0 to 11)");
        assertThatThrownBy(() -> new RfbPixelFormat(16, false, 31, 63, 31, 11, 4, 0))
                .hasMessageContaining("colours overlap: red f800, green 3f0, blue 1f");
    }
}
