package io.deskmeter.agent.viewer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.deskmeter.agent.desktop.Desktop;
import io.deskmeter.agent.desktop.DesktopException;
import io.deskmeter.agent.desktop.LocalDesktops;
import io.deskmeter.agent.desktop.RfbPort;
import io.deskmeter.agent.platform.Platforms;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Keyboard;
import io.deskmeter.screen.Rect;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.program.Processes;
import io.deskmeter.screen.program.SearchPath;
import io.deskmeter.testkit.truth.Answer;
import io.deskmeter.testkit.truth.Scene;
import io.deskmeter.testkit.x.TruthWindow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

/** A real desktop with a real program, displayed by each viewer. */
@Tag("slow")
@Timeout(120)
class DesktopViewerTest {
    private static final int WIDTH = 640;
    private static final int HEIGHT = 480;

    private final ExecutorService blocking = Executors.newFixedThreadPool(2);
    private final ExecutorService serial = Executors.newSingleThreadExecutor();
    private Path folder;

    @BeforeEach
    void makeFolder() throws IOException {
        folder = Files.createTempDirectory(Path.of("/tmp"), "dm");
    }

    @AfterEach
    void leaveNothing() throws Exception {
        blocking.shutdown();
        serial.shutdown();
        try (LocalDesktops sweep = LocalDesktops.open(Platforms.here(), folder)) {
            assertThat(sweep.leftovers()).isEqualTo(new LocalDesktops.Leftovers(0, 0));
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_key_press_is_answered_on_the_screen_to_the_pixel(DesktopViewer through) throws Exception {
        ScreenConnector opened = openOrSkip(through);
        FirstFrame firstFrame = new FirstFrame();
        LinkedBlockingQueue<Answer> answers = new LinkedBlockingQueue<>();
        Scene scene = new Scene(WIDTH, HEIGHT);
        try (ScreenConnector screenConnector = opened;
                LocalDesktops desktops = through == DesktopViewer.XFREERDP
                        ? LocalDesktops.openOnPorts(Platforms.here(), folder)
                        : LocalDesktops.open(Platforms.here(), folder);
                Desktop desktop = desktops.start(0, WIDTH, HEIGHT);
                TruthWindow window =
                        new TruthWindow(display(desktop), desktop.folder().resolve("Xauthority"), answers::add);
                Screen screen =
                        screenConnector.connect(desktop, firstFrame, serial).get(60, TimeUnit.SECONDS)) {
            await().until(() -> firstFrame.shows(scene, false));
            for (int i = 1; i <= 3; i++) {
                window.arm(i, TimeUnit.MILLISECONDS.toNanos(30));
                await().until(() -> firstFrame.shows(scene, false));
                long firedAt = screen.fire(Keyboard.type("o")).get(10, TimeUnit.SECONDS);
                Answer answer = answers.poll(10, TimeUnit.SECONDS);
                assertThat(answer).isNotNull();
                assertThat(answer.number()).isEqualTo(i);
                assertThat(answer.inputAt()).isGreaterThan(firedAt);
                await().until(() -> firstFrame.shows(scene, true));
                assertThat(firstFrame.since()).isGreaterThan(answer.shownFrom());
            }
            isSafe(desktop, through);
        }
    }

    private ScreenConnector openOrSkip(DesktopViewer through) throws DesktopException {
        try {
            return ScreenConnector.open(through, System::nanoTime, blocking);
        } catch (DesktopException e) {
            String why = "skipped: " + e.getMessage();
            LoggerFactory.getLogger(DesktopViewerTest.class).warn(why);
            return Assumptions.abort(why);
        }
    }

    private static int display(Desktop desktop) throws IOException {
        return Integer.parseInt(
                Files.readString(desktop.folder().resolve("display")).strip());
    }

    /** All started processes have the desktop's mark, and none shows the password. */
    private static void isSafe(Desktop desktop, DesktopViewer through) throws IOException {
        Map.Entry<String, String> mark = desktop.mark().entrySet().iterator().next();
        List<String> commands = new ArrayList<>();
        for (ProcessHandle process : Processes.carrying(mark.getKey() + "=" + mark.getValue())) {
            commands.add(Files.readString(Path.of("/proc/" + process.pid() + "/cmdline")));
        }
        List<String> started = switch (through) {
            case RFB -> List.of("Xvnc", "openbox");
            case VNCVIEWER -> List.of("Xvnc", "openbox", "Xvfb", "vncviewer");
            case XFREERDP -> List.of("Xvnc", "openbox", "Xvfb", "xfreerdp", "xrdp");
        };
        assertThat(started)
                .allSatisfy(program -> assertThat(commands)
                        .as(program)
                        .anyMatch(command -> command.split("\0", 2)[0].endsWith("/" + program)));
        RfbPort port = desktop.rfbPort();
        if (port != null) {
            assertThat(commands).noneMatch(command -> command.contains(port.password()));
        }
    }

    @Test
    void all_missing_programs_are_named_with_their_packages() {
        SearchPath nowhere = new SearchPath(folder.toString());
        assertThatThrownBy(() -> DesktopViewer.XFREERDP.require(nowhere))
                .isInstanceOf(DesktopException.class)
                .hasMessage("through xfreerdp: [Xvfb, xfreerdp, xrdp] not found (expected: in one of " + folder
                        + "; hint: on Debian, apt-get install xvfb freerdp2-x11 xrdp)");
        assertThatThrownBy(() -> DesktopViewer.parse("horizon"))
                .hasMessage("through: \"horizon\" (expected: one of [rfb, vncviewer, xfreerdp])");
        assertThat(DesktopViewer.parse("rfb")).isEqualTo(DesktopViewer.RFB);
    }

    /** The latest picture, and since when the landmark has been visible or not. */
    private static final class FirstFrame implements FrameListener {
        private @Nullable Frame frame;
        private long changedAt;

        @Override
        public synchronized void onFrame(FrameUpdate update) {
            frame = update.frame().copy();
            Rect mark = new Scene(WIDTH, HEIGHT).markPlace();
            if (update.damage().stream().anyMatch(d -> d.intersects(mark))) {
                changedAt = update.arrivedAt();
            }
        }

        @Override
        public void onLost(ScreenException cause) {
            throw new AssertionError(cause);
        }

        synchronized boolean shows(Scene scene, boolean marked) {
            Frame now = frame;
            if (now == null || now.width() != WIDTH || now.height() != HEIGHT) {
                return false;
            }
            Rect place = scene.markPlace();
            int[] expected = scene.render(Scene.State.initial().withMark(marked), place);
            for (int y = 0; y < place.height(); y++) {
                int from = (place.y() + y) * WIDTH + place.x();
                int[] row = Arrays.copyOfRange(now.pixels(), from, from + place.width());
                for (int x = 0; x < row.length; x++) {
                    if (((row[x] ^ expected[y * place.width() + x]) & 0xFFFFFF) != 0) {
                        return false;
                    }
                }
            }
            return true;
        }

        synchronized long since() {
            return changedAt;
        }
    }
}
