package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.RfbScreens;
import io.deskmeter.screen.rfb.RfbSettings;
import io.deskmeter.screen.rfb.RfbTarget;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import javax.imageio.ImageIO;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** A window that some companies show before a session begins: nothing goes on until the user has agreed. */
final class ConsentBanner {
    /** Shows it until Return is pressed in it; where the pointer of a new display is. */
    static final String COMMAND = "xterm -geometry 60x8+440+340 -title Consent"
            + " -e sh -c 'echo \"This system is for authorised use only.\"; echo; echo \"Press Return to agree.\"; read agreed'";

    /** Rows of text that do not change with the keyboard's focus, as the cursor does. */
    private static final int TEXT_HEIGHT = 40;

    private static final Duration SHOWN = Duration.ofSeconds(30);

    private ConsentBanner() {}

    /** Keeps the last picture. */
    private static final class Watcher implements FrameListener {
        private final AtomicReference<@Nullable Frame> last = new AtomicReference<>();

        @Override
        public void onFrame(FrameUpdate update) {
            last.set(update.frame().copy());
        }

        @Override
        public void onLost(ScreenException cause) {}

        Rect window() {
            Frame frame = last.get();
            return frame == null ? new Rect(0, 0, 0, 0) : inhabited(frame);
        }
    }

    /** Cuts its text out of a display that shows nothing else, as a user does. */
    static void cutOut(Path folder, Path picture) throws Exception {
        Watcher watcher = new Watcher();
        ExecutorService executor = Executors.newSingleThreadExecutor();
        try (VncDesktop desktop = VncDesktop.start(folder, Optional.empty(), COMMAND);
                RfbScreens screens = new RfbScreens(System::nanoTime, 1);
                Screen screen = screens.connect(
                                RfbTarget.tcp("127.0.0.1", desktop.port()), RfbSettings.defaults(), watcher, executor)
                        .get()) {
            Awaitility.await("the banner")
                    .atMost(SHOWN)
                    .until(() -> watcher.window().height() > 2 * TEXT_HEIGHT);
            // Its text comes after its window.
            Awaitility.await("its text").pollDelay(Duration.ofSeconds(2)).until(() -> true);
            write(watcher, picture);
            assertThat(screen).isNotNull();
        } finally {
            executor.shutdownNow();
        }
    }

    private static void write(Watcher watcher, Path picture) throws IOException {
        Rect window = watcher.window();
        Frame frame = Objects.requireNonNull(watcher.last.get());
        BufferedImage cut = frame.toImage().getSubimage(window.x() + 2, window.y() + 2, 260, TEXT_HEIGHT);
        assertThat(ImageIO.write(cut, "png", picture.toFile())).isTrue();
    }

    /** What is not of the colour of the last pixel. */
    private static Rect inhabited(Frame frame) {
        int background = frame.pixels()[frame.pixels().length - 1];
        Rect all = new Rect(0, 0, 0, 0);
        for (int y = 0; y < frame.height(); y++) {
            for (int x = 0; x < frame.width(); x++) {
                if (((frame.pixels()[y * frame.width() + x] ^ background) & 0xFFFFFF) != 0) {
                    all = all.union(new Rect(x, y, 1, 1));
                }
            }
        }
        return all;
    }
}
