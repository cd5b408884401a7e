package io.deskmeter.screen.rfb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.deskmeter.screen.Keyboard;
import io.deskmeter.screen.Keysyms;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.handshake.SecurityType;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Against x11vnc (libvncserver), which shows the display of an Xvnc. */
@Tag("slow")
@Timeout(60)
class RealX11vncTest {
    @TempDir
    Path folder;

    private final ExecutorService executor = Executors.newFixedThreadPool(2);
    private final RfbScreens screens = new RfbScreens(System::nanoTime, 1);
    private final Recorder recorder = new Recorder();
    private RealXvnc xvnc;
    private @Nullable Process x11vnc;

    @BeforeEach
    void startDisplay() throws Exception {
        Assumptions.assumeTrue(
                RealXvnc.isInstalled() && RealXvnc.isInstalled("x11vnc"),
                "skipped: Xvnc or x11vnc is not on the PATH; install tigervnc-standalone-server and x11vnc");
        xvnc = RealXvnc.start(
                folder.resolve("xvnc.log"),
                "-SecurityTypes",
                "None",
                "-rfbunixpath",
                folder.resolve("rfb").toString(),
                "-rfbport",
                "-1");
    }

    @AfterEach
    void stop() throws Exception {
        screens.close();
        executor.shutdownNow();
        if (x11vnc != null) {
            x11vnc.destroy();
            if (!x11vnc.waitFor(5, TimeUnit.SECONDS)) {
                x11vnc.destroyForcibly();
            }
        }
        if (xvnc != null) {
            xvnc.close();
        }
    }

    private RfbTarget start(String... options) throws Exception {
        int port = RealXvnc.freePort();
        List<String> command = new ArrayList<>(List.of("x11vnc", "-display", ":" + xvnc.display(), "-forever"));
        command.addAll(List.of("-shared", "-noshm", "-norc", "-localhost", "-rfbport", String.valueOf(port)));
        command.addAll(List.of(options));
        x11vnc = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("x11vnc.log").toFile())
                .start();
        await().ignoreExceptionsInstanceOf(IOException.class).until(() -> {
            try (Socket probe = new Socket(InetAddress.getLoopbackAddress(), port)) {
                return probe.isConnected();
            }
        });
        return RfbTarget.tcp("127.0.0.1", port);
    }

    private Screen connect(RfbTarget target, RfbSettings settings) throws Exception {
        return screens.connect(target, settings, recorder, executor).get(20, TimeUnit.SECONDS);
    }

    private void assertWorks(Screen screen) throws Exception {
        try (TinyX x = new TinyX(xvnc.display(), 640, 480)) {
            await().until(() -> !recorder.seen().isEmpty());
            x.fill(0x2468AC, 5, 6, 600, 400);
            await().until(() -> recorder.pixel(604, 405) == 0x2468AC);
            screen.fire(Keyboard.type("x")).get(10, TimeUnit.SECONDS);
            assertThat(x.keysym(x.event().detail(), false)).isEqualTo('x');
        }
        assertThat(recorder.losses()).isEmpty();
    }

    @Test
    void connectsWithAPassword() throws Exception {
        RfbTarget target = start(
                "-passwdfile",
                Files.writeString(folder.resolve("p"), "secret\n").toString());
        assertThatThrownBy(() -> connect(target.withPassword("wrong"), RfbSettings.defaults()))
                .cause()
                .isInstanceOf(ScreenException.class)
                .hasMessageContaining("refuses the login");
        try (Screen screen = connect(target.withPassword("secret"), RfbSettings.defaults())) {
            assertWorks(screen);
        }
    }

    /**
     * It presses the key that has the letter, whatever Caps Lock makes of it, and reports no lights: nobody can know
     * before a text field has been looked at.
     */
    @Test
    void lettersArriveInTheOtherCaseUnderCapsLockAndTheScreenSaysThatItIsNotKnown() throws Exception {
        RfbTarget target = start();
        try (Screen screen = connect(target, RfbSettings.defaults());
                TinyX x = new TinyX(xvnc.display(), 640, 480)) {
            await().until(() -> !recorder.seen().isEmpty());
            screen.fire(Keyboard.chord("capslock")).get(10, TimeUnit.SECONDS);
            assertThat(x.keysym(x.event().detail(), false)).isEqualTo(Keysyms.CAPS_LOCK);
            screen.prepare("a").get(10, TimeUnit.SECONDS);
            screen.fire(Keyboard.type("a")).get(10, TimeUnit.SECONDS);
            TinyX.Event event = x.event();
            while (x.keysym(event.detail(), false) != 'a') {
                event = x.event();
            }
            assertThat(event.state()).as("modifiers: Lock without Shift, an A").isEqualTo(2);
            assertThat(screen.whyCaseUnknown()).contains("does not report the lights");
        }
    }

    @Test
    void connectsWithVeNCrypt() throws Exception {
        Certificates certificates = Certificates.make(folder);
        Path pem = Files.writeString(
                folder.resolve("both.pem"),
                Files.readString(certificates.key()) + "\n" + Files.readString(certificates.certificate()));
        RfbTarget target = start(
                "-ssl",
                pem.toString(),
                "-vencrypt",
                "nodh:only",
                "-passwdfile",
                Files.writeString(folder.resolve("p"), "secret\n").toString());
        RfbSettings settings = RfbSettings.defaults()
                .withSecurity(new RfbSecurity(List.of(SecurityType.X509_VNC), Trust.file(certificates.certificate())));
        try (Screen screen = connect(target.withPassword("secret"), settings)) {
            assertWorks(screen);
        }
    }
}
