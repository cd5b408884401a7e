package io.deskmeter.testkit.screen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.Screen;
import io.deskmeter.testkit.x.XClient;
import io.deskmeter.testkit.x.XWindow;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real X server with a client's window, and the screen under test on it: what the contracts of screens have in
 * common.
 */
@Timeout(value = 90, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class ScreenKit {
    /** Features that some kinds of screens cannot support. */
    protected enum Feature {
        /** The display changes its size. */
        RESIZE,
        /** The screen outlives its display and reports the loss. */
        LOSS,
        /** Keys that the display's keyboard lacks can be typed. */
        FOREIGN_KEYS,
        /** Probes are answered. */
        PROBES,
        /** What answers probes is the server in which programs paint, not one between. */
        PROBED_SERVER
    }

    protected static final int WIDTH = 640;
    protected static final int HEIGHT = 480;

    /** A folder for the files of a test. */
    @TempDir
    protected Path folder;

    static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final ExecutorService executor = Executors.newFixedThreadPool(3);
    private final ContractListener contractListener = new ContractListener();
    private final List<AutoCloseable> closing = new ArrayList<>();
    private TestDisplay testDisplay;
    private XClient client;
    private XWindow window;

    /** Starts the X server in which programs paint, {@link #WIDTH} by {@link #HEIGHT} pixels. */
    protected abstract TestDisplay startTestDisplay(Path desktopAgentFolder) throws Exception;

    /** Opens the screen under test on a display; the test closes it. */
    protected abstract Screen open(TestDisplay on, FrameListener listener, Executor serves) throws Exception;

    protected Set<Feature> lacks() {
        return Set.of();
    }

    /** The largest error of a colour per channel, for lossy protocols. */
    protected int tolerance() {
        return 0;
    }

    @BeforeEach
    void startTestDisplay() throws Exception {
        testDisplay = startTestDisplay(folder);
        closing.add(testDisplay);
        client = new XClient(testDisplay.display(), testDisplay.authority());
        closing.add(client);
        window = new XWindow(client, WIDTH, HEIGHT);
    }

    @AfterEach
    void stopTestDisplay() throws Exception {
        Collections.reverse(closing);
        for (AutoCloseable each : closing) {
            each.close();
        }
        executor.shutdownNow();
        assertThat(contractListener.violations())
                .as("what the screen did against its contract")
                .isEmpty();
    }

    final Screen open() throws Exception {
        Screen screen = open(testDisplay, contractListener, executor);
        closing.add(screen);
        await().atMost(TIMEOUT).until(() -> contractListener.count() > 0);
        return screen;
    }

    final boolean shows(int colour, int x, int y) {
        return isLike(contractListener.pixel(x, y), colour);
    }

    final boolean isLike(int pixel, int colour) {
        int off = 0;
        for (int shift = 0; shift <= 16; shift += 8) {
            off = Math.max(off, Math.abs((pixel >> shift & 0xFF) - (colour >> shift & 0xFF)));
        }
        return pixel >= 0 && off <= tolerance();
    }

    final void awaitColour(int colour, int x, int y) {
        await().atMost(TIMEOUT).pollInterval(Duration.ofMillis(5)).until(() -> shows(colour, x, y));
    }

    final ContractListener listener() {
        return contractListener;
    }

    final TestDisplay testDisplay() {
        return testDisplay;
    }

    final XClient client() {
        return client;
    }

    final XWindow window() {
        return window;
    }
}
