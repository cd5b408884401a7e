package io.deskmeter.screen.viewer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.deskmeter.screen.Keyboard;
import io.deskmeter.screen.Keysyms;
import io.deskmeter.screen.Rect;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.program.PrivateFolder;
import io.deskmeter.screen.program.Processes;
import io.deskmeter.screen.program.ProgramException;
import io.deskmeter.screen.program.SearchPath;
import io.deskmeter.screen.program.VncPasswordFile;
import io.deskmeter.screen.rfb.RealXvnc;
import io.deskmeter.screen.rfb.Recorder;
import io.deskmeter.screen.rfb.TinyX;
import io.deskmeter.screen.x11.X11Screens;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Real viewers in real private displays, with a real desktop that requires a password. */
@Tag("slow")
@Timeout(90)
class ViewerScreensTest {
    private static final String PASSWORD = "s3cretPw";

    @TempDir
    Path folder;

    private final ExecutorService executor = Executors.newFixedThreadPool(2);
    private final X11Screens displays = new X11Screens(System::nanoTime);
    private final ViewerScreens viewers = new ViewerScreens(displays, System::nanoTime);
    private final Recorder recorder = new Recorder();
    private final String mark = "DESKMETER_TEST=" + UUID.randomUUID();
    private RealXvnc xvnc;
    private Path socket;
    private Path own;

    @BeforeEach
    void startDesktop() throws Exception {
        for (String program : List.of("Xvnc", "Xvfb", "vncviewer")) {
            try {
                new SearchPath(System.getenv("PATH")).find(program);
            } catch (ProgramException e) {
                String why = "skipped: " + e.getMessage();
                LoggerFactory.getLogger(ViewerScreensTest.class).warn(why);
                Assumptions.abort(why);
            }
        }
        socket = folder.resolve("rfb");
        own = Files.createDirectory(folder.resolve("own"));
        Path password = PrivateFolder.write(folder.resolve("password"), VncPasswordFile.of(PASSWORD));
        xvnc = RealXvnc.start(
                folder.resolve("log"),
                "-SecurityTypes",
                "VncAuth",
                "-PasswordFile",
                password.toString(),
                "-rfbunixpath",
                socket.toString(),
                "-rfbport",
                "-1",
                "-noreset");
    }

    @AfterEach
    void leaveNothing() throws Exception {
        viewers.close();
        displays.close();
        executor.shutdownNow();
        if (xvnc != null) {
            xvnc.close();
            assertThat(Processes.carrying(mark)).isEmpty();
            assertThat(own).isEmptyDirectory();
        }
    }

    private ViewerSettings settings() {
        int equals = mark.indexOf('=');
        return ViewerSettings.of(640, 480)
                .withEnvironment(Map.of(mark.substring(0, equals), mark.substring(equals + 1)))
                .withFolder(own);
    }

    private Screen open(Viewer viewer, ViewerTarget target) throws Exception {
        return viewers.open(viewer, target, settings(), recorder, executor).get(60, TimeUnit.SECONDS);
    }

    private ViewerTarget target() {
        return ViewerTarget.unix(socket).as(null, PASSWORD);
    }

    @Test
    void shows_the_desktop_to_the_pixel_and_types_into_it() throws Exception {
        try (TinyX x = new TinyX(xvnc.display(), 640, 480)) {
            x.fill(0x336699, 0, 0, 640, 480);
            x.fill(0xff0000, 600, 440, 40, 40);
            try (Screen screen = open(Viewer.vnc(), target())) {
                await().until(() -> !recorder.seen().isEmpty());
                Recorder.Seen first = recorder.seen().get(0);
                assertThat(first.damage()).containsExactly(new Rect(0, 0, 640, 480));
                assertThat(first.frame().width()).isEqualTo(640);
                assertThat(first.frame().pixels()[0] & 0xFFFFFF).isEqualTo(0x336699);
                assertThat(first.frame().pixels()[480 * 640 - 1] & 0xFFFFFF).isEqualTo(0xff0000);

                long fired = screen.fire(Keyboard.type("oo")).get(5, TimeUnit.SECONDS);
                for (int i = 0; i < 2; i++) {
                    assertThat(x.keysym(nextKey(x), false)).isEqualTo(Keysyms.of('o'));
                }
                x.fill(0x00ff00, 0, 0, 8, 8);
                await().until(() -> recorder.pixel(0, 0) == 0x00ff00);
                assertThat(recorder.last().arrivedAt()).isBetween(fired, System.nanoTime());
                screen.fire(Keyboard.chord("F8")).get(5, TimeUnit.SECONDS);
                assertThat(x.keysym(nextKey(x), false))
                        .as("no menu of the viewer's own")
                        .isEqualTo(0xFFC5);
            }
        }
        assertThat(recorder.losses()).isEmpty();
    }

    private static int nextKey(TinyX x) throws IOException {
        while (true) {
            TinyX.Event event = x.event();
            if (event.type() == TinyX.KEY_PRESS) {
                return event.detail();
            }
        }
    }

    @Test
    void secrets_are_readable_by_the_owner_only() throws Exception {
        try (Screen screen = open(Viewer.vnc(), target())) {
            assertThat(screen).isNotNull();
            List<ProcessHandle> processes = Processes.carrying(mark);
            assertThat(processes).hasSizeGreaterThanOrEqualTo(2);
            for (ProcessHandle process : processes) {
                Path proc = Path.of("/proc/" + process.pid());
                assertThat(Files.readString(proc.resolve("cmdline"))).doesNotContain(PASSWORD);
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(proc.resolve("environ"))))
                        .isEqualTo("r--------");
            }
            try (Stream<Path> files = Files.walk(own)) {
                assertThat(files.skip(1).filter(f -> !f.getFileName().toString().endsWith(".log")))
                        .allMatch(ViewerScreensTest::isReachedByItsOwnerOnly);
            }
        }
    }

    /** The files in a folder that only the owner can enter. */
    private static boolean isReachedByItsOwnerOnly(Path file) {
        try {
            for (Path at = file; at.getParent() != null; at = at.getParent()) {
                String mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(at));
                if (mode.endsWith("------")) {
                    return true;
                }
            }
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void a_wrong_password_fails_with_the_clients_message() {
        assertThatThrownBy(() -> open(Viewer.vnc(), ViewerTarget.unix(socket).as(null, "wrong")))
                .cause()
                .isInstanceOf(ScreenException.class)
                .hasMessageContaining("vncviewer to " + socket + ": exited with ")
                .hasMessageContaining("Authentication failure")
                .hasMessageNotContaining("wrong");
    }

    @Test
    void without_a_server_the_clients_message_is_reported() {
        assertThatThrownBy(() -> open(Viewer.vnc(), ViewerTarget.tcp("127.0.0.1", 1)))
                .cause()
                .isInstanceOf(ScreenException.class)
                .hasMessageContaining("127.0.0.1:1: exited with ")
                .hasMessageContaining("refused");
    }

    @Test
    void a_client_that_shows_nothing_is_ended_with_its_last_lines() {
        Viewer silent = Viewer.command(List.of("sh", "-c", "echo waiting for a smart card; exec sleep 60"));
        ViewerSettings impatient = settings().withConnectTimeout(Duration.ofMillis(700));
        assertThatThrownBy(() -> viewers.open(silent, target(), impatient, recorder, executor)
                        .get(60, TimeUnit.SECONDS))
                .cause()
                .isInstanceOf(ScreenException.class)
                .hasMessageContaining("no window of its covers the display after 700 ms")
                .hasMessageContaining("waiting for a smart card");
    }

    @Test
    void a_missing_program_is_named_with_its_package() throws Exception {
        assertThatThrownBy(() -> open(Viewer.command(List.of("no-such-client")), target()))
                .cause()
                .hasMessageContaining("no-such-client: not found on PATH");
        Files.createSymbolicLink(folder.resolve("setsid"), new SearchPath(System.getenv("PATH")).find("setsid"));
        ViewerSettings nowhere = settings().withEnvironment(Map.of("PATH", folder.toString()));
        assertThatThrownBy(() -> viewers.open(Viewer.vnc(), target(), nowhere, recorder, executor)
                        .get(60, TimeUnit.SECONDS))
                .cause()
                .hasMessageContaining("apt-get install xvfb");
    }

    @Test
    void a_template_passes_its_secret_in_a_private_file_that_is_removed_with_the_viewer() throws Exception {
        String script = "test $(stat -c %a \"$1\") = 600 || exit 9; export VNC_PASSWORD=$(cat \"$1\");"
                + " exec vncviewer -FullScreen -RemoteResize=0 \"$2\"";
        Viewer vendor = Viewer.command(List.of("sh", "-c", script, "sh", "${passwordFile}", "${socket}"));
        try (Screen screen = open(vendor, target())) {
            assertThat(screen).isNotNull();
            await().until(() -> !recorder.seen().isEmpty());
        }
    }

    @Test
    void when_a_client_ends_the_screen_is_lost_and_the_empty_display_is_not_shown() throws Exception {
        try (TinyX x = new TinyX(xvnc.display(), 640, 480)) {
            x.fill(0x336699, 0, 0, 640, 480);
            Screen screen = open(Viewer.vnc(), target());
            await().until(() -> recorder.pixel(0, 0) == 0x336699);
            xvnc.kill();
            await().until(() -> !recorder.losses().isEmpty());
            assertThat(recorder.losses().get(0)).hasMessageContaining("vncviewer to " + socket);
            assertThat(recorder.pixel(0, 0)).isEqualTo(0x336699);
            assertThatThrownBy(() -> screen.fire(Keyboard.type("x")).get(5, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(ScreenException.class);
        }
        await().until(() -> Processes.carrying(mark).isEmpty());
    }

    @Test
    void when_a_display_is_killed_the_screen_is_lost() throws Exception {
        Screen screen = open(Viewer.vnc(), target());
        assertThat(screen).isNotNull();
        ProcessHandle server = Processes.carrying(mark).stream()
                .filter(p -> p.info().command().orElse("").endsWith("/Xvfb"))
                .findFirst()
                .orElseThrow();
        server.destroyForcibly();
        await().until(() -> !recorder.losses().isEmpty());
        assertThat(recorder.losses()).hasSize(1);
    }
}
