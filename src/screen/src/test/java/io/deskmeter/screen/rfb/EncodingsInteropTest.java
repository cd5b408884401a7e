package io.deskmeter.screen.rfb;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.screen.rfb.encoding.Encoding;
import io.deskmeter.screen.rfb.wire.PixelFormat;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/**
 * Real servers of two code bases, every encoding that each has, every kind of pixel: what they draw is what we see, to the pixel
 * (and to the bit that the format can carry).
 */
@Timeout(120)
class EncodingsInteropTest {
    /** A server may need some to bring all; that it never brings it must not last as long as the test may. */
    private static final int MAX_FRAMES = 100;
    private static final List<PixelFormat> FORMATS = List.of(
            PixelFormat.rgb888(),
            PixelFormat.rgb888().withBigEndian(true),
            new PixelFormat(32, false, 255, 255, 255, 0, 8, 16),
            new PixelFormat(32, true, 255, 255, 255, 24, 16, 8),
            PixelFormat.rgb565(),
            PixelFormat.rgb565().withBigEndian(true),
            new PixelFormat(16, false, 31, 31, 31, 10, 5, 0),
            PixelFormat.bgr233(),
            new PixelFormat(8, false, 7, 7, 3, 5, 2, 0));
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
                everyFormat(UnixDomainSocketAddress.of(socket()), x, encoding, truth, reduce);
            }
        }
    }

    @Test
    void x11vncInEveryEncodingAndFormat() throws Exception {
        need(RealX11vnc.isInstalled(), "Xvfb or x11vnc");
        try (RealX11vnc server = RealX11vnc.start(folder, 24);
                TinyX x = new TinyX(server.display(), TestPicture.WIDTH, TestPicture.HEIGHT)) {
            int[] truth = TestPicture.draw(x);
            // It rounds as TigerVNC does, but for ties.
            IntBinaryOperator reduce = (value, max) -> (value * max + 127) / 255;
            for (Encoding encoding : PIXELS) {
                everyFormat(server.address(), x, encoding, truth, reduce);
            }
        }
    }

    /** The whole picture, and then a change: a frame with a cross in it, which no encoder writes as raw pixels. */
    private static void everyFormat(
            SocketAddress server, TinyX x, Encoding encoding, int[] truth, IntBinaryOperator reduce) throws Exception {
        for (PixelFormat format : FORMATS) {
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
            PlainClient client, PixelFormat format, int[] truth, IntBinaryOperator reduce, String what)
            throws Exception {
        int[] expected =
                Arrays.stream(truth).map(rgb -> through(format, rgb, reduce)).toArray();
        for (int frames = 0; frames < MAX_FRAMES; frames++) {
            int[] seen = client.nextFrame().frame().pixels();
            if (Arrays.equals(seen, expected)) {
                return;
            }
            report(what, seen, expected);
        }
        throw new AssertionError(what + ": another picture after " + MAX_FRAMES + " frames");
    }

    private static void change(TinyX x, int[] truth, int seed) throws IOException {
        int colour = (seed * 31 + 0x5A5A5A) & 0xFFFFFF;
        fill(x, truth, colour, 300, 200, 90, 70);
        fill(x, truth, ~colour & 0xFFFFFF, 340, 200, 3, 70);
        fill(x, truth, ~colour & 0xFFFFFF, 300, 230, 90, 3);
    }

    private static void fill(TinyX x, int[] truth, int colour, int left, int top, int width, int height)
            throws IOException {
        x.fill(colour, left, top, width, height);
        for (int row = top; row < top + height; row++) {
            Arrays.fill(truth, row * TestPicture.WIDTH + left, row * TestPicture.WIDTH + left + width, colour);
        }
    }

    /** What is left of a colour in a format. */
    private static int through(PixelFormat format, int rgb, IntBinaryOperator reduce) {
        return channel(rgb >> 16 & 0xFF, format.redMax(), reduce) << 16
                | channel(rgb >> 8 & 0xFF, format.greenMax(), reduce) << 8
                | channel(rgb & 0xFF, format.blueMax(), reduce);
    }

    private static int channel(int value, int max, IntBinaryOperator reduce) {
        return (reduce.applyAsInt(value, max) * 255 + max / 2) / max;
    }

    private static void report(String what, int[] seen, int[] expected) {
        int wrong = 0;
        int first = -1;
        for (int i = 0; i < expected.length; i++) {
            if (seen[i] != expected[i]) {
                first = first < 0 ? i : first;
                wrong++;
            }
        }
        LoggerFactory.getLogger(EncodingsInteropTest.class)
                .info(
                        "{}: {} pixels differ, first at {},{}: {} for {}",
                        what,
                        wrong,
                        first % TestPicture.WIDTH,
                        first / TestPicture.WIDTH,
                        Integer.toHexString(seen[first]),
                        Integer.toHexString(expected[first]));
    }

    private static RfbSettings only(Encoding encoding) {
        List<Encoding> encodings = RfbSettings.defaults().encodings().stream()
                .filter(e -> e == encoding || !PIXELS.contains(e))
                .toList();
        return RfbSettings.defaults().withEncodings(encodings);
    }
}
