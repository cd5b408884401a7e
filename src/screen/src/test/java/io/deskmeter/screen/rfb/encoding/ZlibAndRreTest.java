package io.deskmeter.screen.rfb.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.screen.Rect;
import io.deskmeter.screen.rfb.wire.RfbLimits;
import io.deskmeter.screen.rfb.wire.RfbPixelFormat;
import org.junit.jupiter.api.Test;

/** Zlib, RRE and CoRRE in literal bytes. */
class ZlibAndRreTest {
    private static String zlib(String hex) {
        try (Streams stream = new Streams()) {
            String piece = stream.piece(hex);
            return String.format("%08X", piece.length() / 2) + piece;
        }
    }

    private static int[] decode(Encoding encoding, int width, int height, String hex) throws Exception {
        return Decoding.decode(encoding, width, height, new Rect(0, 0, width, height), hex);
    }

    @Test
    void zlibIsRawDeflated() throws Exception {
        assertThat(decode(Encoding.ZLIB, 2, 2, zlib("332211FF 01000000 02000000 03000000")))
                .containsExactly(0x112233, 1, 2, 3);
        // 40000 bytes, so pixels lie across the ends of the buffer in between
        assertThat(decode(Encoding.ZLIB, 100, 100, zlib("01020300".repeat(10000))))
                .containsOnly(0x030201);
    }

    @Test
    void zlibMustFit() {
        assertThatThrownBy(() -> decode(Encoding.ZLIB, 2, 1, zlib("00000000")))
                .hasMessageContaining("zlib: data ends early");
        assertThatThrownBy(() -> decode(Encoding.ZLIB, 1, 1, zlib("00000000 00")))
                .hasMessageContaining("zlib: data left over after rectangle ");
        assertThatThrownBy(() -> decode(Encoding.ZLIB, 1, 1, "7FFFFFFF"))
                .hasMessage(
                        "Zlib data of 1x1+0+0: 2147483647 bytes (expected: at most 1032; " + RfbLimits.BROKEN + ")");
    }

    @Test
    void rreIsABackgroundWithRectangles() throws Exception {
        String hex = "00000002 01000000" + "02000000 0001 0000 0002 0001" + "03000000 0000 0001 0001 0001";
        assertThat(decode(Encoding.RRE, 3, 2, hex)).containsExactly(1, 2, 2, /**/ 3, 1, 1);
        assertThat(Decoding.decode(Encoding.RRE, 3, 2, new Rect(1, 1, 1, 1), "00000000 04000000"))
                .containsExactly(0, 0, 0, 0, 4, 0);
    }

    @Test
    void correWritesPlacesInOneByte() throws Exception {
        String hex = "00000002 01000000" + "02000000 01 00 02 01" + "03000000 00 01 01 01";
        assertThat(decode(Encoding.CORRE, 3, 2, hex)).containsExactly(1, 2, 2, /**/ 3, 1, 1);
        assertThat(Decoding.decode(
                        Encoding.CORRE,
                        RfbPixelFormat.bgr233(),
                        2,
                        1,
                        new Rect(0, 0, 2, 1),
                        "00000001 00 07 01 00 01 01"))
                .containsExactly(0, 0xFF0000);
    }

    @Test
    void rreMustStayInside() {
        assertThatThrownBy(() -> decode(Encoding.RRE, 3, 2, "00000001 01000000 02000000 0002 0000 0002 0001"))
                .hasMessage("RRE: rectangle 2x1+2+0 (expected: within 3x2)");
        assertThatThrownBy(() -> decode(Encoding.RRE, 3, 2, "FFFFFFFF 01000000"))
                .hasMessage("RRE: 4294967295 rectangles in 3x2+0+0 (expected: at most 6)");
    }

    /** A few bytes paint any number of pixels, or go through any number of rows without any. */
    @Test
    void whatPartsPaintIsBounded() {
        String whole = "02000000 0000 0000 0040 0040".repeat(64);
        assertThatThrownBy(() -> decode(Encoding.RRE, 64, 64, "00000040 01000000" + whole))
                .hasMessageContaining("update: more than 64 times the pixels of 64x64");
        assertThatThrownBy(() ->
                        decode(Encoding.RRE, 64, 64, "00000400 01000000" + "02000000 0000 0000 0000 0040".repeat(1024)))
                .hasMessageContaining("update: more than 64 times the pixels of 64x64");
        assertThatThrownBy(
                        () -> decode(Encoding.CORRE, 64, 64, "00000040 01000000" + "02000000 00 00 40 40".repeat(64)))
                .hasMessageContaining("update: more than 64 times the pixels of 64x64");
        assertThatThrownBy(() -> decode(Encoding.HEXTILE, 16, 16, "0A 01000000 FF" + "00 FF".repeat(255)))
                .hasMessageContaining("update: more than 64 times the pixels of 16x16");
    }

    /** As many parts as pixels, as of noise. */
    @Test
    void aPictureOfSinglePixelsIsAllowed() throws Exception {
        StringBuilder hex = new StringBuilder("00000100 01000000");
        for (int i = 0; i < 256; i++) {
            hex.append(String.format("%02X000000 %04X %04X 0001 0001", i, i % 16, i / 16));
        }
        assertThat(decode(Encoding.RRE, 16, 16, hex.toString()))
                .startsWith(0, 1, 2)
                .endsWith(254, 255);
    }
}
