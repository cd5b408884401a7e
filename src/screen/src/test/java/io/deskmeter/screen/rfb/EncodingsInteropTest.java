package io.deskmeter.screen.rfb;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.screen.rfb.encoding.Encoding;
import io.deskmeter.screen.rfb.wire.RfbPixelFormat;
import java.io.IOException;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntBinaryOperator;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/**
 * Real servers of two code bases, with every encoding that each supports and every pixel format: the frame equals what
 * they draw, pixel by pixel (as far as the format can express it).
 */
@Tag("slow")
@Timeout(120)
class EncodingsInteropTest {
    /**
     * A server may need several frames for the whole picture; a missing picture must fail before the limit of the test.
     */
    private static final int MAX_FRAMES = 100;

    private static final List<RfbPixelFormat> FORMATS = List.of(
            RfbPixelFormat.rgb888(),
            RfbPixelFormat.rgb888().withBigEndian(true),
            new RfbPixelFormat(32, false, 255, 255, 255, 0, 8, 16),
            new RfbPixelFormat(32, true, 255, 255, 255, 24, 16, 8),
            RfbPixelFormat.rgb565(),
            RfbPixelFormat.rgb565().withBigEndian(true),
            new RfbPixelFormat(16, false, 31, 31, 31, 10, 5, 0),
            RfbPixelFormat.bgr233(),
            new RfbPixelFormat(8, false, 7, 7, 3, 5, 2, 0));
    /** For x11vnc, which starts slowly for each client. (Its ZRLE of 5-5-5 bits is broken, see docs/decisions/0007.) */
    private static final List<RfbPixelFormat> SOME_FORMATS = List.of(
            RfbPixelFormat.rgb888(),
            RfbPixelFormat.rgb888().withBigEndian(true),
            RfbPixelFormat.rgb565().withBigEndian(true),
            RfbPixelFormat.bgr233());

    private static final Set<Encoding> PIXELS = EnumSet.of(
            Encoding.RAW, Encoding.RRE, Encoding.CORRE, Encoding.HEXTILE, Encoding.ZLIB, Encoding.TIGHT, Encoding.ZRLE);

    @TempDir
    Path folder;

    private static void need(boolean installed, String what) {
        if (!installed) {
            String why = "skipped: " + what + " is not on the PATH";
            LoggerFactory.getLogger(EncodingsInteropTest.class).warn(why);
            Assumptions.abort(why);
        }
    }

    private RealXvnc xvnc() throws IOException {
        need(RealXvnc.isInstalled(), "Xvnc");
        return RealXvnc.start(
                folder.resolve("log"), "-SecurityTypes", "None", "-rfbunixpath", socket().toString(), "-rfbport", "-1");
    }

    private Path socket() {
        return folder.resolve("rfb");
    }

    @Test
    void tigerVncInEveryEncodingAndFormat() throws Exception {
        try (RealXvnc server = xvnc();
                TinyX x = new TinyX(server.display(), TestPicture.WIDTH, TestPicture.HEIGHT)) {
            int[] truth = TestPicture.draw(x);
            IntBinaryOperator reduce = (value, max) -> (value * max + 128) / 255;
            for (Encoding encoding :
                    List.of(Encoding.RAW, Encoding.RRE, Encoding.HEXTILE, Encoding.TIGHT, Encoding.ZRLE)) {
                everyFormat(UnixDomainSocketAddress.of(socket()), x, encoding, FORMATS, truth, reduce);
            }
        }
    }

    @Test
    void x11vncInEveryEncoding() throws Exception {
        need(RealX11vnc.isInstalled(), "Xvfb or x11vnc");
        try (RealX11vnc server = RealX11vnc.start(folder, 24);
                TinyX x = new TinyX(server.display(), TestPicture.WIDTH, TestPicture.HEIGHT)) {
            int[] truth = TestPicture.draw(x);
            // It rounds like TigerVNC, except for ties.
            IntBinaryOperator reduce = (value, max) -> (value * max + 127) / 255;
            for (Encoding encoding : PIXELS) {
                everyFormat(server.address(), x, encoding, SOME_FORMATS, truth, reduce);
            }
        }
    }

    /** A display with palette indexes as pixels: the client requests true colours, and the server must translate. */
    @Test
    void theServerTranslatesAPalette() throws Exception {
        need(RealX11vnc.isInstalled(), "Xvfb or x11vnc");
        try (RealX11vnc server = RealX11vnc.start(folder, 8);
                TinyX x = new TinyX(server.display(), TestPicture.WIDTH, TestPicture.HEIGHT);
                PlainClient client = new PlainClient(server.address(), RfbSettings.defaults())) {
            client.nextFrame();
            x.fill(1, 0, 0, TestPicture.WIDTH, TestPicture.HEIGHT); // white, by its index
            assertThat(client.awaitPixel(320, 240, 0xFFFFFF)).containsOnly(0xFFFFFF);
        }
    }

    @Test
    void resizedDuringTheSessionInEveryEncoding() throws Exception {
        try (RealXvnc server = xvnc();
                TinyX x = new TinyX(server.display(), 1024, 768)) {
            int round = 0;
            for (Encoding encoding :
                    List.of(Encoding.RAW, Encoding.RRE, Encoding.HEXTILE, Encoding.TIGHT, Encoding.ZRLE)) {
                int width = 700 + 50 * ++round;
                try (PlainClient client = new PlainClient(
                        UnixDomainSocketAddress.of(socket()),
                        only(encoding).withPixelFormat(RfbPixelFormat.rgb565()))) {
                    client.nextFrame();
                    x.fill(0xFF0000, 0, 0, 1024, 768);
                    client.say(
                            String.format("FB 00 %04X 0258 01 00 00000000 0000 0000 %04X 0258 00000000", width, width));
                    // What is drawn before the server has resized is lost with its old picture.
                    client.awaitWidth(width);
                    x.fill(0x00FF00, 0, 0, 1024, 768);
                    x.fill(0x0000FF, width - 1, 599, 1, 1);
                    int[] seen = client.awaitPixel(width - 1, 599, 0x0000FF);
                    assertThat(seen).as("%s, %d wide", encoding, width).hasSize(width * 600);
                    assertThat(Arrays.copyOf(seen, seen.length - 1)).containsOnly(0x00FF00);
                    assertThat(client.rectangles()).containsKey(encoding);
                }
            }
        }
    }

    @Test
    void jpegIsCloseToTheOriginalAndOnlyUsedOnRequest() throws Exception {
        try (RealXvnc server = xvnc();
                TinyX x = new TinyX(server.display(), TestPicture.WIDTH, TestPicture.HEIGHT)) {
            int[] truth = TestPicture.draw(x);
            assertThat(meanError(UnixDomainSocketAddress.of(socket()), only(Encoding.TIGHT), truth))
                    .isZero();
            double good = meanError(
                    UnixDomainSocketAddress.of(socket()), only(Encoding.TIGHT).withJpegQuality(9), truth);
            double small = meanError(
                    UnixDomainSocketAddress.of(socket()), only(Encoding.TIGHT).withJpegQuality(1), truth);
            LoggerFactory.getLogger(EncodingsInteropTest.class)
                    .info("mean error of JPEG: quality 9 {}, quality 1 {}", good, small);
            assertThat(good).isPositive().isLessThan(6);
            assertThat(small).isGreaterThan(good).isLessThan(60);
        }
    }

    /** The error of the first complete picture, over all colours, in 1/255. */
    private static double meanError(SocketAddress server, RfbSettings settings, int[] truth) throws Exception {
        try (PlainClient client = new PlainClient(server, settings)) {
            int[] seen = client.nextFrame().frame().pixels();
            long sum = 0;
            for (int i = 0; i < truth.length; i++) {
                for (int shift = 0; shift <= 16; shift += 8) {
                    sum += Math.abs((seen[i] >> shift & 0xFF) - (truth[i] >> shift & 0xFF));
                }
            }
            return sum / (3.0 * truth.length);
        }
    }

    /** The whole picture, and then a change: a frame with a cross in it, which no encoder writes as raw pixels. */
    private static void everyFormat(
            SocketAddress server,
            TinyX x,
            Encoding encoding,
            List<RfbPixelFormat> formats,
            int[] truth,
            IntBinaryOperator reduce)
            throws Exception {
        for (RfbPixelFormat format : formats) {
            String what = encoding + " in " + format;
            try (PlainClient client = new PlainClient(server, only(encoding).withPixelFormat(format))) {
                awaitPicture(client, format, truth, reduce, what);
                change(x, truth, format.hashCode());
                awaitPicture(client, format, truth, reduce, what + ", changed");
                assertThat(client.rectangles()).as(what).containsKey(encoding);
            }
        }
    }

    private static void awaitPicture(
            PlainClient client, RfbPixelFormat format, int[] truth, IntBinaryOperator reduce, String what)
            throws Exception {
        int[] expected =
                Arrays.stream(truth).map(rgb -> through(format, rgb, reduce)).toArray();
        int[] seen = {};
        for (int frames = 0; frames < MAX_FRAMES; frames++) {
            seen = client.nextFrame().frame().pixels();
            if (Arrays.equals(seen, expected)) {
                return;
            }
        }
        throw new AssertionError(what + ", after " + MAX_FRAMES + " frames: " + difference(seen, expected));
    }

    private static void change(TinyX x, int[] truth, int seed) throws IOException {
        int colour = (seed * 31 + 0x5A5A5A) & 0xFFFFFF;
        fill(x, truth, colour, 288, 192, 96, 96); // on the borders of the tiles in which x11vnc looks
        fill(x, truth, ~colour & 0xFFFFFF, 340, 192, 3, 96);
        fill(x, truth, ~colour & 0xFFFFFF, 288, 230, 96, 3);
    }

    private static void fill(TinyX x, int[] truth, int colour, int left, int top, int width, int height)
            throws IOException {
        x.fill(colour, left, top, width, height);
        for (int row = top; row < top + height; row++) {
            Arrays.fill(truth, row * TestPicture.WIDTH + left, row * TestPicture.WIDTH + left + width, colour);
        }
    }

    /** A colour as the format can express it. */
    private static int through(RfbPixelFormat format, int rgb, IntBinaryOperator reduce) {
        return channel(rgb >> 16 & 0xFF, format.redMax(), reduce) << 16
                | channel(rgb >> 8 & 0xFF, format.greenMax(), reduce) << 8
                | channel(rgb & 0xFF, format.blueMax(), reduce);
    }

    private static int channel(int value, int max, IntBinaryOperator reduce) {
        return (reduce.applyAsInt(value, max) * 255 + max / 2) / max;
    }

    private static String difference(int[] seen, int[] expected) {
        int first = Arrays.mismatch(seen, expected);
        return String.format(
                "first at %d,%d: %06X (expected: %06X)",
                first % TestPicture.WIDTH, first / TestPicture.WIDTH, seen[first], expected[first]);
    }

    private static RfbSettings only(Encoding encoding) {
        List<Encoding> encodings = RfbSettings.defaults().encodings().stream()
                .filter(e -> e == encoding || !PIXELS.contains(e))
                .toList();
        return RfbSettings.defaults().withEncodings(encodings);
    }
}
