package io.deskmeter.agent.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.RfbScreens;
import io.deskmeter.screen.rfb.RfbTarget;
import io.deskmeter.workload.targets.Hosts;
import io.deskmeter.workload.targets.Target;
import io.deskmeter.workload.targets.TargetKeyboard;
import io.deskmeter.workload.targets.VncSecurity;
import java.io.DataInputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A target whose certificate is told by its fingerprint. */
class PinnedCertificateTest {
    /** Whoever answers in the server's place offers no TLS; the profile pins the server's certificate. */
    @Test
    void aPinnedCertificateIsNotSkipped() throws Exception {
        String pin = "sha256:" + "0A:".repeat(31) + "0A";
        Target.VncDesktops target = new Target.VncDesktops(
                Hosts.of(List.of("127.0.0.1:5901"), 5900),
                Optional.of("vnc"),
                Optional.empty(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                TargetKeyboard.UNKNOWN,
                new VncSecurity(pin, List.of()),
                1280,
                800);
        CompletableFuture<String> got = new CompletableFuture<>();
        var thread = Executors.newSingleThreadExecutor();
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                RfbScreens screens = new RfbScreens(System::nanoTime, 1)) {
            Thread impostor = new Thread(() -> {
                try (Socket client = server.accept()) {
                    OutputStream out = client.getOutputStream();
                    DataInputStream in = new DataInputStream(client.getInputStream());
                    out.write("RFB 003.008\n".getBytes(StandardCharsets.US_ASCII));
                    in.readFully(new byte[12]);
                    out.write(new byte[] {1, 2});
                    int type = in.read();
                    out.write(new byte[16]);
                    byte[] response = new byte[16];
                    in.readFully(response);
                    got.complete("type " + type + ", proof of the password "
                            + HexFormat.of().formatHex(response));
                } catch (Exception e) {
                    got.complete("nothing: " + e);
                }
            });
            impostor.start();
            var unused = screens.connect(
                    RfbTarget.tcp("127.0.0.1", server.getLocalPort()).withPassword("secret"),
                    TargetDisplays.rfbSettings(target),
                    new FrameListener() {
                        @Override
                        public void onFrame(FrameUpdate update) {}

                        @Override
                        public void onLost(ScreenException cause) {}
                    },
                    thread);
            String answer = got.get(10, TimeUnit.SECONDS);
            assertThat(answer).startsWith("nothing");
        } finally {
            thread.shutdownNow();
        }
    }
}
