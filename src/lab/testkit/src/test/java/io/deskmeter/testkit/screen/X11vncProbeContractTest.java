package io.deskmeter.testkit.screen;

import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.rfb.RfbScreens;
import io.deskmeter.screen.rfb.RfbSettings;
import io.deskmeter.screen.rfb.RfbTarget;
import io.deskmeter.testsupport.LoopbackPorts;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;

/** Probes of x11vnc, which shows the display of an Xvfb: another server than TigerVNC. */
@Tag("slow")
class X11vncProbeContractTest extends ProbeContract {
    private static final String LISTENS = "PORT=";

    private final RfbScreens screens = new RfbScreens(System::nanoTime, 1);
    private @Nullable Process x11vnc;

    @Override
    protected TestDisplay startTestDisplay(Path desktopAgentFolder) throws Exception {
        return TestDisplay.xvfb(desktopAgentFolder, WIDTH, HEIGHT, 24);
    }

    @Override
    protected Screen open(TestDisplay on, FrameListener listener, Executor serves) throws Exception {
        int port = serve(on);
        return screens.connect(RfbTarget.tcp("127.0.0.1", port), RfbSettings.defaults(), listener, serves)
                .get(20, TimeUnit.SECONDS);
    }

    /** Starts it and waits until it listens. */
    private int serve(TestDisplay on) throws IOException {
        Path log = folder.resolve("x11vnc.log");
        Process started = new ProcessBuilder(List.of(
                        "x11vnc",
                        "-display",
                        on.name(),
                        "-auth",
                        on.authority().toString(),
                        "-norc",
                        "-nopw",
                        "-q",
                        "-listen",
                        "127.0.0.1",
                        "-noipv6",
                        "-rfbport",
                        String.valueOf(LoopbackPorts.free()),
                        "-forever",
                        "-shared",
                        "-noshm",
                        "-nocursor"))
                .redirectError(log.toFile())
                .start();
        x11vnc = started;
        BufferedReader out =
                new BufferedReader(new InputStreamReader(started.getInputStream(), StandardCharsets.US_ASCII));
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            if (line.startsWith(LISTENS)) {
                return Integer.parseInt(line.substring(LISTENS.length()).trim());
            }
        }
        throw new IOException("x11vnc did not start: " + Files.readString(log));
    }

    @AfterEach
    void stopServer() throws InterruptedException {
        screens.close();
        Process started = x11vnc;
        if (started != null) {
            started.destroy();
            if (!started.waitFor(5, TimeUnit.SECONDS)) {
                started.destroyForcibly();
            }
        }
    }
}
