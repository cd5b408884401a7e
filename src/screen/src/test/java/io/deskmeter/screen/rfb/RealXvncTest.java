package io.deskmeter.screen.rfb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.deskmeter.screen.Rect;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.rfb.encoding.Encoding;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Against a real TigerVNC server: what it draws is what we see, to the pixel. */
@Timeout(60)
class RealXvncTest {
    @TempDir
    Path folder;

    private final ExecutorService executor = Executors.newFixedThreadPool(2);
    private final RfbScreens screens = new RfbScreens(System::nanoTime, 1);
    private final Recorder recorder = new Recorder();
    private RealXvnc xvnc;
    private Path socket;

    @BeforeEach
    void startServer() throws Exception {
        Assumptions.assumeTrue(RealXvnc.isInstalled(), "Xvnc is not on the PATH; install tigervnc-standalone-server");
        socket = folder.resolve("rfb");
        xvnc = RealXvnc.start(
                folder.resolve("log"), "-SecurityTypes", "None", "-rfbunixpath", socket.toString(), "-rfbport", "-1");
    }

    @AfterEach
    void stop() throws Exception {
        screens.close();
        executor.shutdownNow();
        if (xvnc != null) {
            xvnc.close();
        }
    }

    private Screen connect(RfbSettings settings, Recorder to) throws Exception {
        return screens.connect(RfbTarget.unix(socket), settings, to, executor).get(10, TimeUnit.SECONDS);
    }

    @Test
    void showsWhatIsDrawnWithItsDamageAndTime() throws Exception {
        try (TinyX x = new TinyX(xvnc.display(), 640, 480);
                Screen screen = connect(RfbSettings.defaults(), recorder)) {
            await().until(() -> !recorder.seen().isEmpty());
            assertThat(recorder.seen().get(0).damage()).containsExactly(new Rect(0, 0, 640, 480));
            assertThat(recorder.seen().get(0).frame().pixels()).containsOnly(0);

            long before = System.nanoTime();
            x.fill(0x123456, 100, 50, 30, 20);
            await().until(() -> recorder.pixel(129, 69) == 0x123456);
            Recorder.Seen seen = recorder.last();
            assertThat(seen.damage()).contains(new Rect(100, 50, 30, 20));
            assertThat(seen.arrivedAt()).isBetween(before, System.nanoTime());
            assertThat(recorder.pixel(99, 69)).isZero();
            assertThat(recorder.losses()).isEmpty();
        }
    }

    @Test
    void allEncodingsGiveTheSamePicture() throws Exception {
        try (TinyX x = new TinyX(xvnc.display(), 640, 480)) {
            Recorder zrle = connectWith(Encoding.ZRLE);
            Recorder hextile = connectWith(Encoding.HEXTILE);
            Recorder raw = connectWith(Encoding.RAW);
            int[] truth = drawPicture(x);
            for (Recorder each : List.of(raw, hextile, zrle)) {
                await().untilAsserted(() -> assertThat(each.pixel(639, 479)).isEqualTo(0xABCDEF));
                assertThat(masked(each)).isEqualTo(truth);
            }
        }
    }

    private Recorder connectWith(Encoding encoding) throws Exception {
        List<Encoding> encodings = new ArrayList<>(RfbSettings.defaults().encodings());
        encodings.removeAll(List.of(Encoding.ZRLE, Encoding.HEXTILE, Encoding.RAW));
        encodings.add(0, encoding);
        Recorder to = new Recorder();
        connect(RfbSettings.defaults().withEncodings(encodings), to);
        return to;
    }

    /** Noise, gradients, few colours, a copied part, and last of all one marked pixel. */
    private static int[] drawPicture(TinyX x) throws Exception {
        int[] truth = new int[640 * 480];
        Random random = new Random(42);
        int[] fewColours = {0xFF0000, 0x00FF00, 0x0000FF, 0x101010, 0xFEDCBA};
        for (int block = 0; block < 16; block++) {
            int[] part = new int[160 * 120];
            for (int i = 0; i < part.length; i++) {
                part[i] = switch (block % 4) {
                    case 0 -> random.nextInt(0x1000000);
                    case 1 -> (i % 160) << 16 | (i / 160) << 8 | 0x7F;
                    case 2 -> fewColours[random.nextInt(2 + block / 4)];
                    default -> fewColours[i / 97 % 5];
                };
            }
            int left = block % 4 * 160;
            int top = block / 4 * 120;
            x.image(part, left, top, 160, 120);
            for (int row = 0; row < 120; row++) {
                System.arraycopy(part, row * 160, truth, (top + row) * 640 + left, 160);
            }
        }
        x.copy(10, 10, 40, 25, 200, 150);
        int[] before = truth.clone();
        for (int row = 0; row < 150; row++) {
            System.arraycopy(before, (10 + row) * 640 + 10, truth, (25 + row) * 640 + 40, 200);
        }
        x.fill(0xABCDEF, 639, 479, 1, 1);
        truth[truth.length - 1] = 0xABCDEF;
        return truth;
    }

    private static int[] masked(Recorder recorder) {
        int[] pixels = recorder.last().frame().pixels();
        for (int i = 0; i < pixels.length; i++) {
            pixels[i] &= 0xFFFFFF;
        }
        return pixels;
    }
}
