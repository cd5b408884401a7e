package io.deskmeter.screen.rfb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.handshake.SecurityType;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** wayvnc on a headless sway, with TLS and an account, and with an output that is switched off. */
@Tag("slow")
@Timeout(90)
class RealWayvncTest {
    private static final String NOBODY = "65534";

    @TempDir
    Path folder;

    private final ExecutorService executor = Executors.newFixedThreadPool(2);
    private final RfbScreens screens = new RfbScreens(System::nanoTime, 1);
    private final Recorder recorder = new Recorder();
    private @Nullable Process sway;
    /** Of the server that runs. */
    private Path run = Path.of("");

    private int port;

    @BeforeEach
    void look() throws IOException {
        for (String program : List.of("sway", "swaymsg", "wayvnc", "setpriv")) {
            Assumptions.assumeTrue(
                    RealXvnc.isInstalled(program),
                    "skipped: " + program + " is not on the PATH; install sway and wayvnc");
        }
        port = RealXvnc.freePort();
    }

    @AfterEach
    void stop() throws Exception {
        screens.close();
        executor.shutdownNow();
        stopServer();
    }

    private void stopServer() throws InterruptedException {
        if (sway != null) {
            sway.descendants().forEach(ProcessHandle::destroy);
            sway.destroy();
            if (!sway.waitFor(5, TimeUnit.SECONDS)) {
                sway.destroyForcibly();
            }
        }
    }

    private static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    /** sway refuses to run as root. */
    private static List<String> asNobody(String... command) {
        List<String> all = new ArrayList<>();
        if (isRoot()) {
            all.addAll(List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups"));
        }
        all.addAll(List.of(command));
        return all;
    }

    private Process program(List<String> command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(
                        ProcessBuilder.Redirect.appendTo(folder.resolve("log").toFile()));
        builder.environment()
                .putAll(Map.of(
                        "XDG_RUNTIME_DIR", run.toString(),
                        "HOME", run.toString(),
                        "WLR_BACKENDS", "headless",
                        "WLR_LIBINPUT_NO_DEVICES", "1",
                        "WLR_RENDERER", "pixman"));
        return builder.start();
    }

    private void start(String config) throws Exception {
        run = Files.createTempDirectory(folder, "run");
        Files.writeString(run.resolve("wayvnc"), config);
        Files.writeString(
                run.resolve("sway"),
                "output HEADLESS-1 resolution 640x480\nexec wayvnc -C " + run.resolve("wayvnc") + " 127.0.0.1 " + port
                        + "\n");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.setPosixFilePermissions(run, PosixFilePermissions.fromString("rwx------"));
        if (isRoot()) {
            new ProcessBuilder("chown", "-R", NOBODY, run.toString()).start().waitFor();
        }
        sway = program(asNobody("sway", "-c", run.resolve("sway").toString()));
        await().atMost(20, TimeUnit.SECONDS).until(this::answers);
    }

    private boolean answers() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException notYet) {
            return false;
        }
    }

    private void output(String power) throws Exception {
        try (Stream<Path> files = Files.list(run)) {
            Path socket = files.filter(file -> file.getFileName().toString().startsWith("sway-ipc"))
                    .findFirst()
                    .orElseThrow();
            Process done = program(asNobody("swaymsg", "-s", socket.toString(), "output HEADLESS-1 dpms " + power));
            assertThat(done.waitFor()).isZero();
        }
    }

    private Screen connect(RfbTarget target, RfbSettings settings) throws Exception {
        return screens.connect(target, settings, recorder, executor).get(10, TimeUnit.SECONDS);
    }

    @Test
    void anAccountIsSentWithinTlsOfAKnownCertificate() throws Exception {
        Certificates certificates = Certificates.make(folder);
        Path pki = Files.createDirectory(folder.resolve("pki"));
        Files.copy(certificates.certificate(), pki.resolve("cert.pem"));
        Files.copy(certificates.key(), pki.resolve("key.pem"));
        start("enable_auth=true\nusername=ann\npassword=secret\ncertificate_file=" + pki.resolve("cert.pem")
                + "\nprivate_key_file=" + pki.resolve("key.pem") + "\n");
        RfbTarget target = RfbTarget.tcp("127.0.0.1", port).withUser("ann").withPassword("secret");
        String print = ServerTrust.fingerprint(certificates.bundle().getCertificate());
        assertThatThrownBy(() -> connect(target, RfbSettings.defaults()))
                .cause()
                .isInstanceOf(ScreenException.class)
                .hasMessageContainingAll("certificate: sha256:" + print, "nobody who is trusted has signed it");
        RfbSettings trusting =
                RfbSettings.defaults().withSecurity(new RfbSecurity(SecurityType.all(), Trust.fingerprint(print)));
        try (Screen screen = connect(target, trusting)) {
            await().until(() -> !recorder.seen().isEmpty());
            assertThat(recorder.last().frame().width()).isEqualTo(640);
            assertThat(screen.whyNoPicture()).isEmpty();
        }
        assertThatThrownBy(() -> connect(target.withPassword("wrong"), trusting))
                .as("wayvnc 0.5 says of a wrong password what cannot be read as a refusal")
                .cause()
                .isInstanceOf(ScreenException.class);
    }

    /**
     * wayvnc 0.5 may send nothing any more once an output has been off for a moment on a loaded machine. That is no
     * failure of a client which has asked for the next update, so it is tried with a new server then.
     */
    @Test
    void anOutputThatIsOffHasNoPictureAndRecovers() throws Exception {
        int silentServers = 0;
        while (!recoversFromAnOutputThatIsOff()) {
            assertThat(++silentServers)
                    .as("servers that sent nothing after their output was on again")
                    .isLessThan(4);
            stopServer();
            port = RealXvnc.freePort();
        }
        assertThat(recorder.losses()).isEmpty();
    }

    /** @return false if the server has sent nothing since its output is on again, although it was asked */
    private boolean recoversFromAnOutputThatIsOff() throws Exception {
        start("");
        int earlier = recorder.seen().size();
        try (Relay relay = Relay.to(port);
                Screen screen = connect(RfbTarget.tcp("127.0.0.1", relay.port()), RfbSettings.defaults())) {
            await().until(() -> recorder.seen().size() > earlier);
            output("off");
            int before = recorder.seen().size();
            long sent = relay.fromServers();
            output("on");
            try {
                await().until(() -> recorder.seen().size() > before);
            } catch (ConditionTimeoutException e) {
                if (relay.fromServers() > sent || !relay.isServersTurn()) {
                    throw e;
                }
                return false;
            }
            assertThat(screen.whyNoPicture()).isEmpty();
            return true;
        }
    }
}
