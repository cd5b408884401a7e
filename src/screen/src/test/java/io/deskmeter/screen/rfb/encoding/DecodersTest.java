package io.deskmeter.screen.rfb.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.screen.Rect;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.wire.Hex;
import org.junit.jupiter.api.Test;

/** Raw, CopyRect and the encodings without pixels, in literal bytes. */
class DecodersTest {
    @Test
    void rawIsBlueGreenRedUnused() throws Exception {
        int[] pixels =
                Decoding.decode(Encoding.RAW, 3, 3, new Rect(1, 1, 2, 2), "332211FF 00000100" + "0000FFFF FF000000");
        assertThat(pixels).containsExactly(0, 0, 0, /**/ 0, 0x112233, 0x010000, /**/ 0, 0xFF0000, 0x0000FF);
    }

    @Test
    void copiesMayOverlapInEveryDirection() throws Exception {
        assertThat(copied(new Rect(0, 0, 2, 2), 1, 1)).containsExactly(1, 2, 3, /**/ 4, 1, 2, /**/ 7, 4, 5);
        assertThat(copied(new Rect(1, 1, 2, 2), 0, 0)).containsExactly(5, 6, 3, /**/ 8, 9, 6, /**/ 7, 8, 9);
        assertThat(copied(new Rect(0, 0, 2, 3), 1, 0)).containsExactly(1, 1, 2, /**/ 4, 4, 5, /**/ 7, 7, 8);
    }

    private static int[] copied(Rect source, int toX, int toY) throws ScreenException {
        Canvas canvas = Decoding.canvas(3, 3);
        for (int i = 0; i < 9; i++) {
            canvas.pixels()[i] = i + 1;
        }
        CopyRectDecoder decoder = new CopyRectDecoder();
        decoder.begin(new Rect(toX, toY, source.width(), source.height()), canvas);
        assertThat(decoder.advance(Hex.inbox("00" + "0" + source.x()), canvas)).isFalse();
        assertThat(decoder.advance(Hex.inbox(String.format("%04X%04X", source.x(), source.y())), canvas))
                .isTrue();
        return canvas.pixels();
    }

    @Test
    void copiesFromOutsideAreRefused() {
        assertThatThrownBy(() -> Decoding.decode(Encoding.COPY_RECT, 3, 3, new Rect(0, 0, 2, 2), "0002 0000"))
                .isInstanceOf(ScreenException.class)
                .hasMessage("source of a copy: 2x2+2+0 (expected: within 3x3)");
    }

    @Test
    void rectanglesOutsideAreRefusedByAllPaintingDecoders() {
        for (Encoding encoding : new Encoding[] {
            Encoding.RAW,
            Encoding.COPY_RECT,
            Encoding.RRE,
            Encoding.CORRE,
            Encoding.HEXTILE,
            Encoding.ZLIB,
            Encoding.TIGHT,
            Encoding.ZRLE
        }) {
            assertThatThrownBy(() -> Decoding.decode(encoding, 3, 3, new Rect(2, 0, 2, 1), "00"))
                    .isInstanceOf(ScreenException.class)
                    .hasMessage("rectangle: 2x1+2+0 (expected: within 3x3)");
        }
    }

    @Test
    void cursorsAreSkippedAndNeverPainted() throws Exception {
        String pixels = "FFFFFFFF".repeat(9 * 2);
        String mask = "FF80 FF80";
        assertThat(Decoding.decode(Encoding.CURSOR, 3, 3, new Rect(70, 80, 9, 2), pixels + mask))
                .containsOnly(0);
        assertThatThrownBy(() -> Decoding.decode(Encoding.CURSOR, 3, 3, new Rect(0, 0, 65535, 65535), "00"))
                .hasMessage("cursor: 65535x65535 (expected: at most 2048x2048)");
    }

    @Test
    void desktopSizeResizes() throws Exception {
        Canvas canvas = Decoding.canvas(3, 3);
        new DesktopSizeDecoder().begin(new Rect(0, 0, 5, 4), canvas);
        assertThat(canvas.frame().bounds()).isEqualTo(new Rect(0, 0, 5, 4));
        assertThat(canvas.takeResized()).isTrue();
        assertThat(canvas.takeResized()).isFalse();
        assertThatThrownBy(() -> new DesktopSizeDecoder().begin(new Rect(0, 0, 0, 4), canvas))
                .hasMessageContaining("desktop size: 0x4");
        assertThatThrownBy(() -> new DesktopSizeDecoder().begin(new Rect(0, 0, 16385, 1), canvas))
                .hasMessageContaining("desktop size: 16385x1");
    }

    @Test
    void extendedDesktopSizeHasMonitorsToSkip() throws Exception {
        String twoMonitors = "02 000000" + "00000001 0000 0000 0005 0004 00000000".repeat(2);
        assertThat(Decoding.decode(Encoding.EXTENDED_DESKTOP_SIZE, 3, 3, new Rect(0, 0, 5, 4), twoMonitors))
                .hasSize(20);
        assertThat(Decoding.decode(Encoding.EXTENDED_DESKTOP_SIZE, 3, 3, new Rect(1, 1, 5, 4), "00 000000"))
                .as("a refused request changes nothing")
                .hasSize(9);
    }
}
