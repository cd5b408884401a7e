package io.deskmeter.testkit.x;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.Rect;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.RfbScreens;
import io.deskmeter.screen.rfb.RfbSettings;
import io.deskmeter.screen.rfb.RfbTarget;
import io.deskmeter.testkit.truth.Answer;
import io.deskmeter.testkit.truth.Scene;
import io.deskmeter.testkit.truth.TruthProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** On real X servers. */
@Timeout(60)
class TruthWindowTest {
    private final BlockingQueue<Answer> answers = new LinkedBlockingQueue<>();
    private final List<Process> servers = new ArrayList<>();

    @TempDir
    Path folder;

    @AfterEach
    void stop() throws InterruptedException {
        for (Process each : servers) {
            each.destroy();
            if (!each.waitFor(5, TimeUnit.SECONDS)) {
                each.destroyForcibly();
            }
        }
    }

    /** Starts a server that chooses a free display itself, and returns its number. */
    private int start(String... command) throws IOException {
        String path = System.getenv("PATH");
        boolean installed = path != null
                && List.of(path.split(":", -1)).stream().anyMatch(d -> Files.isExecutable(Path.of(d, command[0])));
        if (!installed) {
            String why = "skipped: " + command[0] + " is not on the PATH (hint: ./deskmeter test installs it)";
            LoggerFactory.getLogger(TruthWindowTest.class).warn(why);
            Assumptions.abort(why);
        }
        Process server = new ProcessBuilder(command)
                .redirectError(folder.resolve("log").toFile())
                .start();
        servers.add(server);
        BufferedReader out =
                new BufferedReader(new InputStreamReader(server.getInputStream(), StandardCharsets.US_ASCII));
        String line = out.readLine();
        assertThat(line).as(Files.readString(folder.resolve("log"))).isNotNull();
        return Integer.parseInt(line.strip());
    }

    @Test
    void theWatcherAgreesWithTheWindowsReportAndTheServersPicture() throws Exception {
        int display = start(
                "Xvfb",
                "-displayfd",
                "1",
                "-screen",
                "0",
                "640x480x24",
                "-fbdir",
                folder.toString(),
                "-nolisten",
                "tcp");
        Scene scene = new Scene(640, 480);
        int[] without = scene.render(Scene.State.initial(), scene.markPlace());
        int[] with = scene.render(Scene.State.initial().withMark(true), scene.markPlace());
        List<Long> aroundFrom = new ArrayList<>();
        List<Long> aroundBy = new ArrayList<>();
        try (TruthWindow window = new TruthWindow(display, null, answers::add)) {
            Framebuffer framebuffer = Framebuffer.open(folder);
            // The framebuffer contains the pointer, which is above this region.
            Rect lower = new Rect(0, 240, 640, 240);
            assertThat(framebuffer.shows(scene.render(Scene.State.initial(), lower), lower))
                    .isTrue();
            try (FramebufferWatcher watcher = FramebufferWatcher.of(framebuffer, with, scene.markPlace(), without)) {
                for (int i = 0; i < 5; i++) {
                    window.mark(false);
                    CompletableFuture<FramebufferWatcher.Sighting> next = watcher.next();
                    aroundFrom.add(System.nanoTime());
                    window.mark(true);
                    aroundBy.add(System.nanoTime());
                    FramebufferWatcher.Sighting seen = next.get(10, TimeUnit.SECONDS);
                    assertThat(framebuffer.shows(with, scene.markPlace())).isTrue();
                    assertThat(seen.firstWith())
                            .isGreaterThan(aroundFrom.get(i))
                            .isGreaterThan(seen.lastWithout());
                    assertThat(seen.lastWithout()).isLessThan(aroundBy.get(i));
                }
            }
        }
    }

    @Test
    void aWindowInASeparateProcessAnswersKeysFromADisplayProtocol() throws Exception {
        Path socket = folder.resolve("rfb");
        int display = start(
                "Xvnc",
                "-displayfd",
                "1",
                "-geometry",
                "640x480",
                "-depth",
                "24",
                "-SecurityTypes",
                "None",
                "-rfbport",
                "-1",
                "-rfbunixpath",
                socket.toString(),
                "-nolisten",
                "tcp");
        MarkListener marks = new MarkListener(new Scene(640, 480).markPlace());
        try (TruthProcess window = TruthProcess.start(
                        List.of(),
                        TruthWindowMain.class,
                        List.of(),
                        Map.of("DISPLAY", ":" + display),
                        folder.resolve("errors"),
                        answers::add);
                RfbScreens screens = new RfbScreens(System::nanoTime, 1);
                Screen screen = screens.connect(RfbTarget.unix(socket), RfbSettings.defaults(), marks, Runnable::run)
                        .get(10, TimeUnit.SECONDS)) {
            long delay = TimeUnit.MILLISECONDS.toNanos(25);
            window.arm(3, delay);
            await().until(() -> marks.looked && !marks.marked);
            long fired = screen.fire(List.of(new InputEvent.Key('a', true), new InputEvent.Key('a', false)))
                    .get(10, TimeUnit.SECONDS);
            Answer answer = answers.poll(10, TimeUnit.SECONDS);
            assertThat(answer).isNotNull();
            assertThat(answer.number()).isEqualTo(3);
            assertThat(answer.inputAt()).isGreaterThan(fired);
            assertThat(answer.shownFrom()).isGreaterThanOrEqualTo(answer.inputAt() + delay);
            assertThat(answer.shownBy()).isGreaterThan(answer.shownFrom());
            await().until(() -> marks.marked);
            assertThat(marks.arrivedAt).isGreaterThan(answer.shownFrom());
        }
    }

    private static final class MarkListener implements FrameListener {
        private final Rect place;
        volatile boolean looked;
        volatile boolean marked;
        volatile long arrivedAt;

        MarkListener(Rect place) {
            this.place = place;
        }

        @Override
        public void onFrame(FrameUpdate update) {
            Frame frame = update.frame();
            int pixel = frame.pixels()[(place.y() + 20) * frame.width() + place.x() + 20] & 0xFFFFFF;
            arrivedAt = update.arrivedAt();
            marked = pixel == 0xFFD030;
            looked = true;
        }

        @Override
        public void onLost(ScreenException cause) {
            throw new AssertionError(cause);
        }
    }
}
