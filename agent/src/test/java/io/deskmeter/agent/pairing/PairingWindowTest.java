package io.deskmeter.agent.pairing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.deskmeter.agent.desktop.Desktop;
import io.deskmeter.agent.desktop.LocalDesktops;
import io.deskmeter.agent.platform.Platforms;
import io.deskmeter.agent.platform.UserDisplay;
import io.deskmeter.agent.platform.linux.LinuxPlatform;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.program.PrivateFolder;
import io.deskmeter.screen.rfb.RfbScreens;
import io.deskmeter.screen.rfb.RfbSettings;
import io.deskmeter.screen.rfb.RfbTarget;
import io.deskmeter.screen.x11.OverlayWindow;
import io.deskmeter.screen.x11.X11Screens;
import io.deskmeter.screen.x11.X11Settings;
import io.deskmeter.screen.x11.X11Target;
import io.deskmeter.vision.MatcherBuffers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** On a real display with a real window manager, observed through RFB. */
@Tag("slow")
@Timeout(60)
class PairingWindowTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final PairingCode ONE = new PairingCode(0x0123456789abcdefL);
    private static final PairingCode OTHER = new PairingCode(0xfedcba9876543210L);

    private final ScheduledExecutorService timers = Executors.newSingleThreadScheduledExecutor();
    private final ExecutorService serial = Executors.newSingleThreadExecutor();
    private final X11Screens displays = new X11Screens(System::nanoTime);
    private final RfbScreens screens = new RfbScreens(System::nanoTime, 1);
    private volatile Optional<PairingCode> read = Optional.empty();
    private Path folder;
    private LocalDesktops desktops;
    private X11Target target;
    private Desktop desktop;
    private UserDisplay display;
    private PairingWindow window;
    private PairingCodeReader reader;
    private Screen screen;

    @BeforeEach
    void start() throws Exception {
        for (String program : List.of("Xvnc", "openbox")) {
            assumeTrue(
                    Stream.of("/usr/bin", "/usr/local/bin").anyMatch(bin -> Files.isExecutable(Path.of(bin, program))),
                    program + " is not installed; ./deskmeter doctor says how to get it");
        }
        folder = Files.createTempDirectory(Path.of("/tmp"), "dm");
        desktops = LocalDesktops.open(Platforms.here(), folder.resolve("d"));
        desktop = desktops.start(0, 1024, 768);
        target = X11Target.of(environment());
        display = new LinuxPlatform().session(environment()).display(System::nanoTime);
        window = new PairingWindow(display, timers);
        reader = new PairingCodeReader(new MatcherBuffers());
        screen = screens.connect(
                        RfbTarget.unix(desktop.rfbSocket()),
                        RfbSettings.defaults(),
                        new FrameListener() {
                            @Override
                            public void onFrame(FrameUpdate update) {
                                read = reader.read(update);
                            }

                            @Override
                            public void onLost(ScreenException cause) {}
                        },
                        serial)
                .get(20, TimeUnit.SECONDS);
    }

    @AfterEach
    void leaveNothing() throws Exception {
        if (screen != null) {
            screen.close();
        }
        screens.close();
        displays.close();
        if (display != null) {
            display.close();
        }
        if (desktops != null) {
            desktops.close();
        }
        serial.shutdown();
        timers.shutdownNow();
        if (folder != null) {
            PrivateFolder.remove(folder);
        }
    }

    private void awaitCode(Optional<PairingCode> expected) {
        await().atMost(LIMIT).untilAsserted(() -> assertThat(read).isEqualTo(expected));
    }

    @Test
    void theCodeOfOneSideIsReadByTheOtherUntilItIsHidden() {
        window.show(ONE);
        awaitCode(Optional.of(ONE));
        window.show(OTHER);
        awaitCode(Optional.of(OTHER));
        window.hide();
        awaitCode(Optional.empty());
        window.hide();
    }

    @Test
    void anotherWindowHidesItOnlyForAMoment() throws Exception {
        window.show(ONE);
        awaitCode(Optional.of(ONE));
        OverlayWindow greeting = displays.overlay(
                        target, X11Settings.defaults(), new OverlayWindow.Drawing(1000, 300, List.of()))
                .get(10, TimeUnit.SECONDS);
        awaitCode(Optional.empty());
        awaitCode(Optional.of(ONE));
        greeting.close();
    }

    /** Of the processes in the desktop. */
    private Map<String, String> environment() throws Exception {
        Path file = folder.resolve("environment");
        desktop.launch(List.of("sh", "-c", "env > " + file + ".new && mv " + file + ".new " + file), folder);
        await().atMost(LIMIT).until(() -> Files.exists(file));
        return Files.readAllLines(file).stream()
                .filter(line -> line.contains("="))
                .collect(Collectors.toMap(
                        line -> line.substring(0, line.indexOf('=')),
                        line -> line.substring(line.indexOf('=') + 1),
                        (first, same) -> first));
    }
}
