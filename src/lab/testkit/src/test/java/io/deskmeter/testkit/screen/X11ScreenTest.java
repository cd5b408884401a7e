package io.deskmeter.testkit.screen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.Keyboard;
import io.deskmeter.screen.Rect;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.x11.X11Screens;
import io.deskmeter.screen.x11.X11Settings;
import io.deskmeter.screen.x11.X11Target;
import io.deskmeter.testkit.x.XClient;
import io.deskmeter.testkit.x.XWindow;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Features that only X displays have. */
@Tag("slow")
@Timeout(value = 90, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class X11ScreenTest {
    @TempDir
    Path folder;

    private final ExecutorService executor = Executors.newSingleThreadExecutor();
    private final X11Screens screens = new X11Screens(System::nanoTime);
    private final ContractListener contractListener = new ContractListener();

    @AfterEach
    void stop() {
        screens.close();
        executor.shutdownNow();
        assertThat(contractListener.violations()).isEmpty();
    }

    private Screen open(TestDisplay testDisplay, X11Settings settings) throws Exception {
        return screens.open(
                        new X11Target(testDisplay.name(), testDisplay.authority()),
                        settings,
                        contractListener,
                        executor)
                .get(10, TimeUnit.SECONDS);
    }

    @Test
    void sixteenBitsBecomeColours() throws Exception {
        try (TestDisplay testDisplay = TestDisplay.xvfb(folder, 200, 100, 16);
                XClient client = new XClient(testDisplay.display(), testDisplay.authority());
                Screen screen = open(testDisplay, X11Settings.defaults())) {
            XWindow window = new XWindow(client, 200, 100);
            window.fill(0xF800, new Rect(10, 10, 20, 20));
            window.fill(0x07FF, new Rect(51, 10, 21, 20));
            await().until(() -> contractListener.pixel(71, 29) == 0x00FFFF);
            assertThat(contractListener.pixel(10, 10)).isEqualTo(0xFF0000);
            assertThat(contractListener.pixel(72, 29)).isZero();
            screen.close();
        }
    }

    @Test
    void aGermanKeyboardTypesTheSame() throws Exception {
        try (TestDisplay testDisplay = TestDisplay.xvfb(folder, 200, 100, 24);
                XClient client = new XClient(testDisplay.display(), testDisplay.authority());
                Screen screen = open(testDisplay, X11Settings.defaults())) {
            XWindow window = new XWindow(client, 200, 100);
            window.fill(0xFFFFFF, new Rect(0, 0, 1, 1));
            testDisplay.run("setxkbmap", "-layout", "de");
            // The new keyboard mapping arrives a moment after the program has ended: until then a z is typed as y.
            await().pollInterval(Duration.ofMillis(50)).until(() -> typedKeycode(client, screen, "z") == KEY_OF_Y);
            String strokes = "";
            for (String character : List.of("y", "Z", "/", "@", "{", "\u00df", "+")) {
                strokes += stroke(client, screen, character) + " ";
            }
            // German: y on the US z key, / is Shift+7, @ is AltGr+q, { is AltGr+7.
            assertThat(strokes).isEqualTo("52:0 29:1 16:1 24:128 16:128 20:0 35:0 ");
        }
    }

    /**
     * Typed in the group that has the characters, and then put back: the user's programs keep the keyboard that they
     * had.
     */
    @Test
    void aLockedGroupIsRespectedAndPutBack() throws Exception {
        try (TestDisplay testDisplay = TestDisplay.xvfb(folder, 200, 100, 24, "-noreset");
                XClient client = new XClient(testDisplay.display(), testDisplay.authority());
                Screen screen = open(testDisplay, X11Settings.defaults())) {
            XWindow window = new XWindow(client, 200, 100);
            window.fill(0xFFFFFF, new Rect(0, 0, 1, 1));
            testDisplay.run("setxkbmap", "-layout", "us,de,ru");
            client.lockGroup(2);
            await().pollInterval(Duration.ofMillis(50))
                    .until(() -> stroke(client, screen, "\u043d").equals(KEY_OF_Y + ":" + (2 << GROUP)));
            assertThat(stroke(client, screen, "y")).as("in the first group").isEqualTo(KEY_OF_Y + ":0");
            assertThat(stroke(client, screen, "\u00fc")).as("in the second").isEqualTo("34:" + (1 << GROUP));
            assertThat(stroke(client, screen, "\u043d")).isEqualTo(KEY_OF_Y + ":" + (2 << GROUP));
            await().until(() -> client.group() == 2);
        }
    }

    @Test
    void aControlCharacterIsRefused() throws Exception {
        try (TestDisplay testDisplay = TestDisplay.xvfb(folder, 200, 100, 24, "-noreset");
                Screen screen = open(testDisplay, X11Settings.defaults())) {
            String answer;
            try {
                screen.prepare("a\u001bb").get(15, TimeUnit.SECONDS);
                answer = "ready";
            } catch (TimeoutException e) {
                answer = "no answer within 15 s";
            } catch (ExecutionException e) {
                answer = "refused: " + e.getCause();
            }
            assertThat(answer).startsWith("refused");
        }
    }

    @Test
    void charactersThatCannotBeTypedAreNamed() throws Exception {
        try (TestDisplay testDisplay = TestDisplay.xvfb(folder, 200, 100, 24, "-noreset");
                Screen screen = open(testDisplay, X11Settings.defaults().withAssignedKeys(false))) {
            screen.prepare("plain\n").get(10, TimeUnit.SECONDS);
            assertThatThrownBy(() -> screen.prepare("T\u00fcr").get(10, TimeUnit.SECONDS))
                    .cause()
                    .isInstanceOf(ScreenException.class)
                    .hasMessageContaining("text not typed: its characters \"\u00fc\" (U+00FC) (expected: ");
        }
    }

    /** An input method reads keys by a keymap of its own, in which assigned keys have nothing. */
    @Test
    void charactersThatAnInputMethodDropsAreNamed() throws Exception {
        try (TestDisplay testDisplay = TestDisplay.xvfb(folder, 200, 100, 24, "-noreset");
                XClient client = new XClient(testDisplay.display(), testDisplay.authority());
                Screen screen = open(testDisplay, X11Settings.defaults())) {
            new XWindow(client, 200, 100).announceInputMethod("@server=ibus");
            screen.prepare("plain").get(10, TimeUnit.SECONDS);
            assertThatThrownBy(() -> screen.prepare("T\u00fcr").get(10, TimeUnit.SECONDS))
                    .cause()
                    .isInstanceOf(ScreenException.class)
                    .hasMessageContaining("\"\u00fc\" (U+00FC)")
                    .hasMessageContaining("the input method ibus drops");
        }
    }

    private static final int KEY_OF_Y = 29;
    /** The group is in these bits of a key's state. */
    private static final int GROUP = 13;

    private static int typedKeycode(XClient client, Screen screen, String character) throws Exception {
        return Integer.parseInt(stroke(client, screen, character).split(":", -1)[0]);
    }

    /** Keycode and modifiers of the press that produces a character; without presses of modifiers. */
    private static String stroke(XClient client, Screen screen, String character) throws Exception {
        screen.fire(Keyboard.type(character)).get(10, TimeUnit.SECONDS);
        String stroke = "";
        while (true) {
            XClient.Event event = client.event();
            boolean modifier = client.keysym(event.detail(), false) >= 0xFE00;
            if (!modifier && event.type() == XClient.KEY_PRESS) {
                stroke = event.detail() + ":" + event.state();
            } else if (!modifier && event.type() == XClient.KEY_RELEASE) {
                return stroke;
            }
        }
    }

    @Test
    void monitorsAreKnownAndOneCanBeChosen() throws Exception {
        try (TestDisplay testDisplay = TestDisplay.xvnc(folder, 640, 480);
                XClient client = new XClient(testDisplay.display(), testDisplay.authority())) {
            testDisplay.run("xrandr", "--setmonitor", "left", "300/100x480/100+0+0", "VNC-0");
            testDisplay.run("xrandr", "--setmonitor", "right", "340/100x480/100+300+0", "none");
            X11Target target = new X11Target(testDisplay.name(), testDisplay.authority());
            var monitors =
                    screens.monitors(target, X11Settings.defaults(), executor).get(10, TimeUnit.SECONDS);
            assertThat(monitors)
                    .extracting(m -> m.name() + " " + m.place())
                    .containsExactlyInAnyOrder("left 300x480+0+0", "right 340x480+300+0");
            XWindow window = new XWindow(client, 640, 480);
            try (Screen screen = open(testDisplay, X11Settings.defaults().withMonitor("right"))) {
                window.fill(0x123456, new Rect(290, 10, 20, 20));
                await().until(() -> contractListener.pixel(9, 29) == 0x123456);
                assertThat(contractListener.last().size()).isEqualTo(new Rect(0, 0, 340, 480));
                screen.fire(List.of(new InputEvent.Pointer(5, 7, 0), new InputEvent.Pointer(5, 7, 1)))
                        .get(10, TimeUnit.SECONDS);
                assertThat(client.event()).extracting(XClient.Event::x).isEqualTo(305);
            }
            assertThatThrownBy(() -> open(testDisplay, X11Settings.defaults().withMonitor("middle")))
                    .hasMessageContaining("monitor: \"middle\" (expected: one of [left, right]");
        }
    }

    @Test
    void failuresToOpenAreExplained() throws Exception {
        try (TestDisplay testDisplay = TestDisplay.xvfb(folder, 200, 100, 24)) {
            assertThatThrownBy(() -> screens.open(
                                    new X11Target(testDisplay.name(), null),
                                    X11Settings.defaults(),
                                    contractListener,
                                    executor)
                            .get(10, TimeUnit.SECONDS))
                    .cause()
                    .isInstanceOf(ScreenException.class)
                    .hasMessageContaining("refuses the connection")
                    .hasMessageContaining("cookie");
            Path broken = Files.write(folder.resolve("broken"), new byte[] {1, 0, 0, 9, 1});
            assertThatThrownBy(() -> screens.open(
                                    new X11Target(testDisplay.name(), broken),
                                    X11Settings.defaults(),
                                    contractListener,
                                    executor)
                            .get(10, TimeUnit.SECONDS))
                    .cause()
                    .hasMessageContaining("cut off within an entry");
        }
        assertThatThrownBy(() -> screens.open(
                                new X11Target(":59000", null), X11Settings.defaults(), contractListener, executor)
                        .get(10, TimeUnit.SECONDS))
                .cause()
                .isInstanceOf(ScreenException.class)
                .hasMessageContaining("display :59000: cannot connect")
                .hasMessageContaining("Wayland");
        assertThatThrownBy(() -> X11Target.of(Map.of("WAYLAND_DISPLAY", "wayland-0")))
                .hasMessageContaining("this is a Wayland session, wayland-0");
        assertThatThrownBy(() -> new X11Target("nonsense", null)).hasMessageContaining("(expected: such as :1");
    }

    /** Sockets and shared memory are released; in the server, no key is pressed or reassigned. */
    @Test
    void closingReleasesEverything() throws Exception {
        try (TestDisplay testDisplay = TestDisplay.xvfb(folder, 320, 200, 24)) {
            open(testDisplay, X11Settings.defaults()).close();
            awaitSegments(0);
            long before = descriptors();
            for (int i = 0; i < 30; i++) {
                Screen screen = screens.open(
                                new X11Target(testDisplay.name(), testDisplay.authority()),
                                X11Settings.defaults(),
                                new ContractListener(),
                                executor)
                        .get(10, TimeUnit.SECONDS);
                screen.fire(Keyboard.type("\u00e4")).get(10, TimeUnit.SECONDS);
                screen.close();
            }
            awaitSegments(0);
            await().until(() -> descriptors() <= before);
            try (XClient client = new XClient(testDisplay.display(), testDisplay.authority())) {
                await().until(() -> !has(client, 0xE4));
            }
        }
    }

    private static boolean has(XClient client, int keysym) throws Exception {
        for (int keycode = 8; keycode < 256; keycode++) {
            if (client.keysym(keycode, false) == keysym) {
                return true;
            }
        }
        return false;
    }

    /** Segments of System V shared memory that this process has attached. */
    private static void awaitSegments(int expected) {
        await().untilAsserted(() -> {
            try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"))) {
                assertThat(lines.filter(l -> l.contains("/SYSV")).count()).isEqualTo(expected);
            }
        });
    }

    private static long descriptors() throws Exception {
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            return open.count();
        }
    }
}
