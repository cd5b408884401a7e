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
    void whatIsOutsideIsClippedAndCounted() throws Exception {
        Canvas canvas = Decoding.canvas(3, 3);
        RectDecoder raw = Encoding.RAW.decoder(Decoding.buffers());
        raw.begin(new Rect(2, 2, 2, 2), canvas);
        assertThat(raw.advance(Hex.inbox("11000000 22000000 33000000 44000000"), canvas))
                .isTrue();
        assertThat(canvas.pixels()).containsExactly(0, 0, 0, 0, 0, 0, 0, 0, 0x11);
        raw.begin(new Rect(30, 30, 1, 1), canvas);
        assertThat(raw.advance(Hex.inbox("55000000"), canvas)).isTrue();
        assertThat(canvas.clipped()).isEqualTo(2);
        canvas.paint(new Rect(0, 0, 3, 3));
        canvas.takeDamage();
        RectDecoder copy = Encoding.COPY_RECT.decoder(Decoding.buffers());
        copy.begin(new Rect(0, 2, 2, 3), canvas);
        assertThat(copy.advance(Hex.inbox("0001 0002"), canvas)).isTrue();
        assertThat(canvas.pixels()).containsExactly(0, 0, 0, 0, 0, 0, 0, 0x11, 0x11);
        assertThat(canvas.takeDamage()).containsExactly(new Rect(0, 2, 2, 1));
        assertThat(canvas.clipped()).isEqualTo(3);
    }

    /** Each encoding draws on where the next rectangle begins: what is clipped must be read to its end. */
    @Test
    void eachEncodingIsReadToItsEndWhereItIsClipped() throws Exception {
        for (Encoding encoding : new Encoding[] {Encoding.RAW, Encoding.TIGHT, Encoding.HEXTILE, Encoding.RRE}) {
            String hex = switch (encoding) {
                case RAW -> "33221100".repeat(4);
                case TIGHT -> "80 112233";
                case HEXTILE -> "02 33221100";
                default -> "00000000 33221100";
            };
            int[] pixels = Decoding.decode(encoding, 3, 3, new Rect(2, 2, 2, 2), hex);
            assertThat(pixels).as("%s", encoding).containsExactly(0, 0, 0, 0, 0, 0, 0, 0, 0x112233);
        }
    }

    @Test
    void rectanglesLargerThanAnyDesktopAreRefused() {
        for (Encoding encoding : new Encoding[] {
            Encoding.RAW, Encoding.RRE, Encoding.HEXTILE, Encoding.ZLIB, Encoding.TIGHT, Encoding.ZRLE
        }) {
            assertThatThrownBy(() -> Decoding.decode(encoding, 3, 3, new Rect(0, 0, 65535, 65535), "00"))
                    .isInstanceOf(ScreenException.class)
                    .hasMessageContaining("rectangle: 65535x65535+0+0 (expected: within 3x3");
        }
    }

    @Test
    void anUpdateThatPaintsForeverEnds() throws Exception {
        Canvas canvas = Decoding.canvas(3, 3);
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 1000; i++) {
                        canvas.paint(new Rect(0, 0, 3, 3));
                    }
                })
                .isInstanceOf(ScreenException.class)
                .hasMessageContaining("update: more than 64 times the pixels of 3x3 without an end");
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
        new DesktopSizeDecoder().begin(new Rect(0, 0, 0, 4), canvas);
        assertThat(canvas.hasSize()).isFalse();
        canvas.paint(new Rect(0, 0, 0, 0));
        assertThat(canvas.takeDamage()).as("no picture").isEmpty();
        assertThat(canvas.isWhole()).isFalse();
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
