package io.deskmeter.screen.rfb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.Keyboard;
import io.deskmeter.screen.Keysyms;
import io.deskmeter.screen.Rect;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.program.VncPasswordFile;
import io.deskmeter.screen.rfb.encoding.Encoding;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Against a real TigerVNC server: the frame equals what it draws, pixel by pixel. */
@Tag("slow")
@Timeout(60)
class RealXvncTest {
    private static final int SHIFT = 1;

    @TempDir
    Path folder;

    private final ExecutorService executor = Executors.newFixedThreadPool(2);
    private final RfbScreens screens = new RfbScreens(System::nanoTime, 1);
    private final Recorder recorder = new Recorder();
    private RealXvnc xvnc;
    private Path socket;

    @BeforeEach
    void startServer() throws Exception {
        if (!RealXvnc.isInstalled()) {
            String why = "skipped: Xvnc is not on the PATH; install tigervnc-standalone-server";
            LoggerFactory.getLogger(RealXvncTest.class).warn(why);
            Assumptions.abort(why);
        }
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

    /** A server whose own pixels have another order translates them. */
    @Test
    void aServerWithAnotherOrderOfColoursShowsTheSame() throws Exception {
        Path other = folder.resolve("bgr");
        try (RealXvnc bgr = RealXvnc.start(
                        folder.resolve("bgr.log"),
                        "-pixelformat",
                        "bgr888",
                        "-SecurityTypes",
                        "None",
                        "-rfbunixpath",
                        other.toString(),
                        "-rfbport",
                        "-1");
                TinyX x = new TinyX(bgr.display(), 640, 480)) {
            x.fill(0x0000CC, 0, 0, 640, 480); // red, as this server keeps it
            Screen screen = screens.connect(RfbTarget.unix(other), RfbSettings.defaults(), recorder, executor)
                    .get(10, TimeUnit.SECONDS);
            await().until(() -> !recorder.seen().isEmpty());
            assertThat(recorder.pixel(320, 240)).isEqualTo(0xCC0000);
            assertThat(recorder.losses()).isEmpty();
            screen.close();
        }
    }

    @Test
    void allEncodingsGiveTheSamePicture() throws Exception {
        try (TinyX x = new TinyX(xvnc.display(), 640, 480)) {
            Recorder zrle = connectWith(Encoding.ZRLE);
            Recorder hextile = connectWith(Encoding.HEXTILE);
            Recorder raw = connectWith(Encoding.RAW);
            int[] truth = TestPicture.draw(x);
            for (Recorder each : List.of(raw, hextile, zrle)) {
                await().untilAsserted(() -> assertThat(each.pixel(639, 479)).isEqualTo(0xABCDEF));
                assertThat(masked(each)).isEqualTo(truth);
            }
        }
    }

    @Test
    void keysArriveAsTyped() throws Exception {
        try (TinyX x = new TinyX(xvnc.display(), 640, 480);
                Screen screen = connect(RfbSettings.defaults(), recorder)) {
            String text = "Hello, World! ~{x}\u00e9\u20ac";
            screen.fire(Keyboard.type(text)).get(10, TimeUnit.SECONDS);
            StringBuilder typed = new StringBuilder();
            while (typed.length() < text.length()) {
                TinyX.Event event = x.event();
                int keysym = x.keysym(event.detail(), (event.state() & SHIFT) != 0);
                if (event.type() == TinyX.KEY_PRESS && keysym < 0xFF00) {
                    typed.append((char) keysym);
                } else if (event.type() == TinyX.KEY_PRESS && keysym > 0x1000000) {
                    typed.append((char) (keysym & 0xFFFF));
                }
            }
            assertThat(typed.toString()).isEqualTo(text);
        }
    }

    /** Another client has turned Caps Lock on; the server reports it, and it is turned off before the letter. */
    @Test
    void anAStaysAnAUnderCapsLock() throws Exception {
        Recorder others = new Recorder();
        try (TinyX x = new TinyX(xvnc.display(), 640, 480);
                Screen screen = connect(RfbSettings.defaults(), recorder);
                Screen other = connect(RfbSettings.defaults(), others)) {
            other.fire(Keyboard.chord("capslock")).get(10, TimeUnit.SECONDS);
            assertThat(x.keysym(x.event().detail(), false)).isEqualTo(Keysyms.CAPS_LOCK);
            x.event();
            x.fill(0x5555AA, 0, 0, 640, 480); // what the server said before this picture has arrived before it
            await().until(() -> recorder.pixel(639, 479) == 0x5555AA);
            screen.fire(Keyboard.type("a")).get(10, TimeUnit.SECONDS);
            TinyX.Event event = x.event();
            while (x.keysym(event.detail(), false) != 'a') {
                event = x.event();
            }
            assertThat(event.type()).isEqualTo(TinyX.KEY_PRESS);
            assertThat(event.state()).as("modifiers: neither Shift nor Lock").isZero();
        }
    }

    @Test
    void chordsKeepTheirModifiers() throws Exception {
        try (TinyX x = new TinyX(xvnc.display(), 640, 480);
                Screen screen = connect(RfbSettings.defaults(), recorder)) {
            assertThat(pressed(x, screen, "ctrl+shift+s", 3)).isEqualTo(List.of("ctrl@0", "shift@4", "S@5"));
            assertThat(pressed(x, screen, "ctrl+S", 2)).isEqualTo(List.of("ctrl@0", "s@4"));
            // ISO_Left_Tab, the shifted level of the Tab key
            assertThat(pressed(x, screen, "shift+Tab", 2)).isEqualTo(List.of("shift@0", "fe20@1"));
            assertThat(pressed(x, screen, "alt+F4", 2)).isEqualTo(List.of("ffe9@0", "ffc1@8"));
            assertThat(pressed(x, screen, "Page_Down", 1)).isEqualTo(List.of("ff56@0"));
            assertThat(pressed(x, screen, "ctrl++", 3)).isEqualTo(List.of("ctrl@0", "shift@4", "+@5"));
        }
    }

    /** The key presses that an application sees, each with the modifiers held before it. */
    private static List<String> pressed(TinyX x, Screen screen, String chord, int count) throws Exception {
        List<InputEvent> events = Keyboard.chord(chord);
        screen.fire(events).get(10, TimeUnit.SECONDS);
        List<String> seen = new ArrayList<>();
        for (int i = 0; i < events.size(); i++) {
            TinyX.Event event = x.event();
            if (event.type() == TinyX.KEY_PRESS) {
                int keysym = x.keysym(event.detail(), (event.state() & SHIFT) != 0);
                seen.add(name(keysym) + "@" + event.state());
            }
        }
        assertThat(seen).hasSize(count);
        return seen;
    }

    private static String name(int keysym) {
        return switch (keysym) {
            case Keysyms.CONTROL -> "ctrl";
            case Keysyms.SHIFT -> "shift";
            default -> keysym < 0xFF ? Character.toString(keysym) : Integer.toHexString(keysym);
        };
    }

    @Test
    void theClickArrivesAtThePointer() throws Exception {
        try (TinyX x = new TinyX(xvnc.display(), 640, 480);
                Screen screen = connect(RfbSettings.defaults(), recorder)) {
            screen.fire(List.of(
                            new InputEvent.Pointer(123, 45, 0),
                            new InputEvent.Pointer(123, 45, 1),
                            new InputEvent.Pointer(123, 45, 0),
                            new InputEvent.Pointer(200, 300, 8)))
                    .get(10, TimeUnit.SECONDS);
            assertThat(x.event()).isEqualTo(new TinyX.Event(TinyX.BUTTON_PRESS, 1, 123, 45, 0));
            x.event();
            assertThat(x.event()).isEqualTo(new TinyX.Event(TinyX.BUTTON_PRESS, 4, 200, 300, 0));
        }
    }

    /**
     * Neither at the start nor after an application has moved the pointer: after a second, TigerVNC paints the cursor
     * for clients whose own pointer is elsewhere.
     */
    @Test
    void theCursorIsNeverInThePicture() throws Exception {
        try (TinyX x = new TinyX(xvnc.display(), 640, 480)) {
            x.showCursor();
            x.fill(0x0000AA, 0, 0, 640, 480);
            try (Screen screen = connect(RfbSettings.defaults(), recorder)) {
                await().until(() -> !recorder.seen().isEmpty());
                x.fill(0x00BB00, 0, 0, 640, 480);
                await().pollDelay(1100, TimeUnit.MILLISECONDS).until(() -> recorder.pixel(639, 479) == 0x00BB00);
                assertThat(masked(recorder)).containsOnly(0x00BB00);
                x.movePointer(300, 200);
                await().pollDelay(1100, TimeUnit.MILLISECONDS).until(() -> true);
                x.fill(0xCC0000, 0, 0, 640, 480);
                await().until(() -> recorder.pixel(639, 479) == 0xCC0000);
                assertThat(masked(recorder)).containsOnly(0xCC0000);
                screen.fire(List.of(new InputEvent.Pointer(100, 100, 0))).get(10, TimeUnit.SECONDS);
                x.fill(0x00DDDD, 0, 0, 640, 480);
                await().until(() -> recorder.pixel(639, 479) == 0x00DDDD);
                assertThat(masked(recorder)).containsOnly(0x00DDDD);
            }
        }
    }

    /** An agent that is killed in mid-drag cannot release anything itself, and this server does not do it, either. */
    @Test
    void theNextConnectionReleasesWhatAClientHeldWhoseConnectionBroke() throws Exception {
        try (TinyX x = new TinyX(xvnc.display(), 640, 480)) {
            try (SocketChannel killed = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
                ScriptedServer.Peer server = new ScriptedServer.Peer(killed);
                server.hear(12);
                server.say(ScriptedServer.V3_8);
                server.hear(2);
                server.say("01");
                server.hear(4);
                server.say("01");
                server.hear(24);
                server.say("05 01 0040 0030");
                assertThat(x.event()).isEqualTo(new TinyX.Event(TinyX.BUTTON_PRESS, 1, 64, 48, 0));
            }
            try (Screen next = connect(RfbSettings.defaults(), recorder)) {
                assertThat(x.event().type()).isEqualTo(TinyX.BUTTON_RELEASE);
                assertThat(next).isNotNull();
            }
        }
    }

    @Test
    void aResizedDesktopIsShownCompletely() throws Exception {
        try (TinyX x = new TinyX(xvnc.display(), 1024, 768);
                Screen screen = connect(RfbSettings.defaults(), recorder);
                SocketChannel other = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            x.fill(0x224466, 0, 0, 1024, 768);
            await().until(() -> recorder.pixel(639, 479) == 0x224466);
            ScriptedServer.Peer server = new ScriptedServer.Peer(other);
            server.hear(12);
            server.say(ScriptedServer.V3_8);
            server.hear(2);
            server.say("01");
            server.hear(4);
            server.say("01");
            server.hear(24);
            server.say("02 00 0001 FFFFFECC");
            server.say("FB 00 0320 0258 01 00 00000000 0000 0000 0320 0258 00000000"); // SetDesktopSize 800x600
            await().until(() -> recorder.last().frame().width() == 800);
            int first = recorder.seen().size();
            assertThat(recorder.last().damage()).containsExactly(new Rect(0, 0, 800, 600));
            x.fill(0x336699, 700, 500, 100, 100);
            await().until(() -> recorder.pixel(799, 599) == 0x336699);
            assertThat(recorder.seen().size()).isGreaterThan(first);
            assertThat(recorder.losses()).isEmpty();
            screen.fire(Keyboard.type("x")).get(10, TimeUnit.SECONDS);
        }
    }

    @Test
    void connectsWithAPasswordOverTcp() throws Exception {
        Path passwordFile = folder.resolve("passwd");
        Files.write(passwordFile, VncPasswordFile.of("secret"));
        int port = RealXvnc.freePort();
        try (RealXvnc guarded = RealXvnc.start(
                folder.resolve("log2"),
                "-SecurityTypes",
                "VncAuth",
                "-PasswordFile",
                passwordFile.toString(),
                "-localhost",
                "-rfbport",
                String.valueOf(port),
                "-interface",
                "127.0.0.1")) {
            assertThat(guarded.display()).isNotNegative();
            RfbTarget target = RfbTarget.tcp("127.0.0.1", port);
            assertThatThrownBy(() -> screens.connect(
                                    target.withPassword("wrong"), RfbSettings.defaults(), recorder, executor)
                            .get(10, TimeUnit.SECONDS))
                    .cause()
                    .isInstanceOf(ScreenException.class)
                    .hasMessageContaining("refuses the login: \"Authentication failure");
            try (Screen screen = screens.connect(
                            target.withPassword("secret"), RfbSettings.defaults(), recorder, executor)
                    .get(10, TimeUnit.SECONDS)) {
                await().until(() -> !recorder.seen().isEmpty());
                screen.fire(Keyboard.type("x")).get(10, TimeUnit.SECONDS);
            }
        }
    }

    @Test
    void aKilledServerIsLostOnce() throws Exception {
        connect(RfbSettings.defaults(), recorder);
        await().until(() -> !recorder.seen().isEmpty());
        xvnc.kill();
        await().until(() -> !recorder.losses().isEmpty());
        assertThat(recorder.losses()).hasSize(1);
        assertThat(recorder.losses().get(0)).hasMessageContaining("connection: ");
    }

    private Recorder connectWith(Encoding encoding) throws Exception {
        List<Encoding> encodings = new ArrayList<>(RfbSettings.defaults().encodings());
        encodings.removeAll(List.of(Encoding.ZRLE, Encoding.HEXTILE, Encoding.RAW));
        encodings.add(0, encoding);
        Recorder to = new Recorder();
        connect(RfbSettings.defaults().withEncodings(encodings), to);
        return to;
    }

    private static int[] masked(Recorder recorder) {
        int[] pixels = recorder.last().frame().pixels();
        for (int i = 0; i < pixels.length; i++) {
            pixels[i] &= 0xFFFFFF;
        }
        return pixels;
    }
}
