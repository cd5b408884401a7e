package io.deskmeter.screen.rfb.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.screen.Rect;
import org.junit.jupiter.api.Test;

class HextileDecoderTest {
    private static int[] decode(int width, int height, String hex) throws Exception {
        return Decoding.decode(Encoding.HEXTILE, width, height, new Rect(0, 0, width, height), hex);
    }

    @Test
    void rawTile() throws Exception {
        assertThat(decode(2, 1, "01 03020100 06050400")).containsExactly(0x010203, 0x040506);
    }

    @Test
    void backgroundCarriesOverToTheNextTile() throws Exception {
        assertThat(decode(20, 1, "02 33221100" + "00")).hasSize(20).containsOnly(0x112233);
    }

    @Test
    void subrectsInTheForeground() throws Exception {
        // background 1, foreground 2, rectangles 1x1 at (0,0) and 2x1 at (1,1)
        assertThat(decode(3, 2, "0E 01000000 02000000 02 00 00 11 10")).containsExactly(2, 1, 1, /**/ 1, 2, 2);
    }

    @Test
    void subrectsInTheirOwnColours() throws Exception {
        // background 1, rectangles of colour 3 at (2,0) and of colour 4 at (0,0) 1x2
        assertThat(decode(3, 2, "1A 01000000 02 03000000 20 00 04000000 00 01")).containsExactly(4, 1, 3, /**/ 4, 1, 1);
    }

    @Test
    void tilesGoRowByRow() throws Exception {
        int[] pixels = decode(17, 17, "02 01000000 02 02000000 02 03000000 02 04000000");
        assertThat(new int[] {pixels[0], pixels[16], pixels[16 * 17], pixels[16 * 17 + 16]})
                .containsExactly(1, 2, 3, 4);
    }

    @Test
    void subrectsMayNotLeaveTheirTile() {
        assertThatThrownBy(() -> decode(3, 2, "0E 01000000 02000000 01 20 10"))
                .hasMessage("Hextile: rectangle 2x1+2+0 (expected: within its tile 3x2+0+0)");
    }
}
