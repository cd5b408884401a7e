package io.deskmeter.screen.rfb.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.screen.Rect;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.wire.Hex;
import io.deskmeter.screen.rfb.wire.ReceiveBuffer;
import io.deskmeter.screen.rfb.wire.RfbLimits;
import io.deskmeter.screen.rfb.wire.RfbPixelFormat;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Random;
import java.util.zip.Deflater;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Rectangles in literal bytes, some deflated here; pixels are red, green, blue. */
class TightDecoderTest {
    private final Streams stream = new Streams();

    @AfterEach
    void end() {
        stream.close();
    }

    private static int[] decode(int width, int height, String hex) throws ScreenException {
        return Decoding.decode(Encoding.TIGHT, width, height, new Rect(0, 0, width, height), hex);
    }

    @Test
    void oneColour() throws Exception {
        assertThat(Decoding.decode(Encoding.TIGHT, 3, 2, new Rect(1, 0, 2, 2), "80 112233"))
                .containsExactly(0, 0x112233, 0x112233, /**/ 0, 0x112233, 0x112233);
    }

    @Test
    void fewBytesAreNotCompressed() throws Exception {
        assertThat(decode(3, 1, "00 010203 040506 070809")).containsExactly(0x010203, 0x040506, 0x070809);
        assertThat(decode(3, 1, "40 00 010203 040506 070809")).containsExactly(0x010203, 0x040506, 0x070809);
    }

    @Test
    void literalStream() throws Exception {
        // zlib header, one stored block of 12 bytes, an empty stored block
        String data = "7801 00 0C00 F3FF 112233 112233 112233 445566 00 0000 FFFF";
        assertThat(decode(2, 2, "00 18" + data)).containsExactly(0x112233, 0x112233, 0x112233, 0x445566);
    }

    @Test
    void twoColoursAreBitsFromTheHighOneDown() throws Exception {
        assertThat(decode(9, 2, "50 01 01 000001 000002 AA80 5500"))
                .containsExactly(2, 1, 2, 1, 2, 1, 2, 1, 2, /**/ 1, 2, 1, 2, 1, 2, 1, 2, 1);
    }

    @Test
    void moreColoursAreBytes() throws Exception {
        assertThat(decode(3, 2, "40 01 02 000001 000002 000003 00 01 02 02 01 00"))
                .containsExactly(1, 2, 3, /**/ 3, 2, 1);
        String all = stream.tight("00010203FF".repeat(4));
        StringBuilder palette = new StringBuilder("60 01 FF");
        for (int i = 0; i < 256; i++) {
            palette.append(String.format("0000%02X", 255 - i));
        }
        assertThat(decode(5, 4, palette + all))
                .startsWith(255, 254, 253, 252, 0)
                .hasSize(20);
    }

    @Test
    void oneColourInAPaletteIsBytesToo() throws Exception {
        assertThat(decode(3, 1, "40 01 00 000007 00 00 00")).containsOnly(7);
    }

    /** Expected from left + above − above left, held within 0 to 255. */
    @Test
    void gradient() throws Exception {
        // first row: 10, then 10+5; second row: 10+1, then 11+15-10=16 and 2 more
        assertThat(decode(2, 1, "40 02 0A0000 050000")).containsExactly(0x0A0000, 0x0F0000);
        String rows = "0A0000 050000" + "010000 020000";
        assertThat(decode(2, 2, "40 02" + stream.tight(rows))).containsExactly(0x0A0000, 0x0F0000, 0x0B0000, 0x120000);
        // 200, 250 above 210: 210+250-200 = 260 is limited to 255; the sum wraps around
        assertThat(decode(2, 2, "60 02" + new Streams().tight("00C800 003200 000A00 000300")))
                .containsExactly(0x00C800, 0x00FA00, 0x00D200, 0x000200);
    }

    @Test
    void gradientWithFewBits() throws Exception {
        RfbPixelFormat format = RfbPixelFormat.rgb565().withBigEndian(true);
        int[] pixels =
                Decoding.decode(Encoding.TIGHT, format, 2, 2, new Rect(0, 0, 2, 2), "40 02" + "0008 0810 0100 0001");
        // blue 8; red 1, blue 8 + 16; below: green 8 over blue 8; then red 1, green 8, blue 8 + 24 - 8 + 1
        assertThat(pixels).containsExactly(spread(0, 0, 8), spread(1, 0, 24), spread(0, 8, 8), spread(1, 8, 25));
    }

    private static int spread(int red, int green, int blue) {
        return (((red * 255 + 15) / 31) << 16) | (((green * 255 + 31) / 63) << 8) | ((blue * 255 + 15) / 31);
    }

    @Test
    void streamsContinueAcrossRectanglesUntilTheyAreReset() throws Exception {
        Canvas canvas = Decoding.canvas(64, 64);
        Random random = new Random(3);
        try (Streams first = new Streams();
                Streams second = new Streams();
                Streams afresh = new Streams();
                TightDecoder decoder = new TightDecoder(new DecoderBuffers(RfbPixelFormat.rgb888()))) {
            for (int i = 0; i < 60; i++) {
                byte[] noise = new byte[64 * 64 * 3];
                random.nextBytes(noise);
                boolean reset = i == 40;
                byte[] piece = (i % 2 == 1 ? second : i < 40 ? first : afresh).piece(noise);
                ReceiveBuffer in = Hex.inbox(i % 2 == 1 ? "30" : reset ? "01" : "00");
                in.append(Hex.bytes(Streams.compactLength(piece.length)));
                in.append(piece);
                decoder.begin(new Rect(0, 0, 64, 64), canvas);
                assertThat(decoder.advance(in, canvas)).isTrue();
                assertThat(in.readable()).isZero();
                int at = noise.length - 3;
                assertThat(canvas.pixels()[64 * 64 - 1])
                        .isEqualTo((noise[at] & 255) << 16 | (noise[at + 1] & 255) << 8 | (noise[at + 2] & 255));
            }
        }
    }

    @Test
    void lengthsOfOneToThreeBytes() {
        assertThat(Streams.compactLength(0x7F)).isEqualTo("7F");
        assertThat(Streams.compactLength(10000)).isEqualTo("904E"); // the example of the description
        assertThat(Streams.compactLength((1 << 22) - 1)).isEqualTo("FFFFFF");
        // all bits of a third byte count
        assertThatThrownBy(() -> decode(2, 2, "00 80 80 80"))
                .hasMessageStartingWith("Tight: data of 2x2+0+0: " + (1 << 21) + " bytes (expected: at most ");
    }

    /** Before the data come: they may never. */
    @Test
    void moreDataThanARectangleCanNeedAreRefused() {
        String most = Streams.compactLength(2 * 16 * 16 * 3 + 1024);
        assertThatThrownBy(() -> decode(16, 16, "00" + Streams.compactLength(2 * 16 * 16 * 3 + 1025)))
                .hasMessage("Tight: data of 16x16+0+0: 2561 bytes (expected: at most 2560; " + RfbLimits.BROKEN + ")");
        assertThatThrownBy(() -> decode(16, 16, "00" + most + "00".repeat(2560)))
                .as("at most so many")
                .hasMessageContaining("zlib: bad data");
        assertThatThrownBy(() -> decode(16, 16, "90 FF FF 3F"))
                .hasMessage("Tight: JPEG data of 16x16+0+0: 1048575 bytes (expected: at most 70720; " + RfbLimits.BROKEN
                        + ")");
    }

    /** With the worst settings of an encoder: noise, which it cannot compress, with all the colours of all pixels. */
    @Test
    void noPictureOfNoiseReachesTheLimits() throws Exception {
        Random random = new Random(5);
        for (int side : new int[] {1, 7, 16, 17, 64, 250}) {
            BufferedImage noise = new BufferedImage(side, side, BufferedImage.TYPE_INT_RGB);
            byte[] pixels = new byte[side * side * 3];
            random.nextBytes(pixels);
            for (int i = 0; i < side * side; i++) {
                noise.setRGB(i % side, i / side, random.nextBoolean() ? random.nextInt() : 0xFFFFFF);
            }
            int jpeg = jpeg(noise).length;
            long tiles = (long) ((side + 15) / 16) * ((side + 15) / 16);
            assertThat((long) jpeg).isLessThan((5184 * tiles + (64 << 10)) / 2);
            for (int level : new int[] {Deflater.NO_COMPRESSION, Deflater.BEST_SPEED, Deflater.BEST_COMPRESSION}) {
                for (int strategy : new int[] {Deflater.DEFAULT_STRATEGY, Deflater.HUFFMAN_ONLY, Deflater.FILTERED}) {
                    Deflater zlib = new Deflater(level);
                    zlib.setStrategy(strategy);
                    zlib.setInput(pixels);
                    byte[] data = new byte[2 * pixels.length + 1024];
                    int length = zlib.deflate(data, 0, data.length, Deflater.SYNC_FLUSH);
                    zlib.end();
                    assertThat(length).isLessThan(pixels.length * 9 / 8 + 64);
                }
            }
        }
    }

    private static byte[] jpeg(BufferedImage picture) throws IOException {
        ImageWriter writer = ImageIO.getImageWritersByFormatName("jpeg").next();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ImageOutputStream out = ImageIO.createImageOutputStream(bytes)) {
            writer.setOutput(out);
            ImageWriteParam best = writer.getDefaultWriteParam();
            best.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
            best.setCompressionQuality(1);
            writer.write(null, new IIOImage(picture, null, null), best);
        } finally {
            writer.dispose();
        }
        return bytes.toByteArray();
    }

    @Test
    void pixelsOfOtherFormatsAreWhole() throws Exception {
        RfbPixelFormat wide = new RfbPixelFormat(32, true, 63, 255, 255, 16, 8, 0);
        assertThat(Decoding.decode(Encoding.TIGHT, wide, 1, 1, new Rect(0, 0, 1, 1), "80 003F0102"))
                .containsExactly(0xFF0102);
        RfbPixelFormat swapped = new RfbPixelFormat(32, true, 255, 255, 255, 0, 8, 16);
        assertThat(Decoding.decode(Encoding.TIGHT, swapped, 1, 1, new Rect(0, 0, 1, 1), "80 010203"))
                .as("red, green, blue, regardless of the server's pixel format")
                .containsExactly(0x010203);
        assertThat(Decoding.decode(Encoding.TIGHT, RfbPixelFormat.bgr233(), 2, 1, new Rect(0, 0, 2, 1), "00 07 C0"))
                .containsExactly(0xFF0000, 0x0000FF);
    }

    @Test
    void emptyRectangles() throws Exception {
        assertThat(Decoding.decode(Encoding.TIGHT, 2, 1, new Rect(2, 0, 0, 1), "00"))
                .containsOnly(0);
    }

    @Test
    void invalidDataIsRefused() {
        assertThatThrownBy(() -> decode(2, 2, "A0")).hasMessage("Tight: compression 10 (expected: 0 to 9)");
        assertThatThrownBy(() -> decode(2, 2, "40 03")).hasMessage("Tight: filter 3 (expected: 0 to 2)");
        assertThatThrownBy(() -> decode(3, 1, "40 01 02 000001 000002 000003 00 03 00"))
                .hasMessage("Tight: palette index 3 (expected: below 3)");
        assertThatThrownBy(() -> decode(2, 2, "00" + stream.tight("00".repeat(11))))
                .hasMessageContaining("zlib: data ends early");
        try (Streams another = new Streams()) {
            assertThatThrownBy(() -> decode(2, 2, "00" + another.tight("00".repeat(13))))
                    .hasMessageContaining("zlib: data left over");
        }
        assertThatThrownBy(() -> decode(2, 2, "00 00")).hasMessageContaining("zlib: data ends early");
    }
}
