package io.deskmeter.screen.rfb;

import io.deskmeter.screen.Screen;
import io.deskmeter.screen.rfb.handshake.SecurityType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/**
 * A program that receives one frame of the TLSVnc server on the given port, with the password "secret"; fails if it
 * cannot.
 */
final class AnonymousTlsProbe {
    private AnonymousTlsProbe() {}

    public static void main(String[] args) throws Exception {
        RfbTarget target = RfbTarget.tcp("127.0.0.1", Integer.parseInt(args[0])).withPassword("secret");
        RfbSettings settings =
                RfbSettings.defaults().withSecurity(new RfbSecurity(List.of(SecurityType.TLS_VNC), Trust.system()));
        Recorder recorder = new Recorder();
        ExecutorService executor = Executors.newSingleThreadExecutor();
        try (RfbScreens screens = new RfbScreens(System::nanoTime, 1);
                Screen screen =
                        screens.connect(target, settings, recorder, executor).get(10, TimeUnit.SECONDS)) {
            Awaitility.await().until(() -> !recorder.seen().isEmpty());
            screen.close();
        } finally {
            executor.shutdownNow();
        }
    }

    static String read(Path log) {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
