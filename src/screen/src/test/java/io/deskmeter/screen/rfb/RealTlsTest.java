package io.deskmeter.screen.rfb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.deskmeter.screen.Keyboard;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.program.VncPasswordFile;
import io.deskmeter.screen.rfb.handshake.SecurityType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
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

/**
 * VeNCrypt with a real TigerVNC server: which connections are accepted and refused, and that frames and input are
 * transported over TLS.
 */
@Tag("slow")
@Timeout(60)
class RealTlsTest {
    private static final int COLOUR = 0x13579B;

    @TempDir
    Path folder;

    private final ExecutorService executor = Executors.newFixedThreadPool(2);
    private final RfbScreens screens = new RfbScreens(System::nanoTime, 1);
    private final Recorder recorder = new Recorder();
    private Certificates certificates;

    @BeforeEach
    void prepare() throws Exception {
        Assumptions.assumeTrue(
                RealXvnc.isInstalled(), "skipped: Xvnc is not on the PATH; install tigervnc-standalone-server");
        certificates = Certificates.make(folder);
        Files.write(folder.resolve("passwd"), VncPasswordFile.of("secret"));
    }

    @AfterEach
    void stop() {
        screens.close();
        executor.shutdownNow();
    }

    private RealXvnc start(int port, String types) throws Exception {
        return RealXvnc.start(
                folder.resolve("log"),
                "-SecurityTypes",
                types,
                "-X509Cert",
                certificates.certificate().toString(),
                "-X509Key",
                certificates.key().toString(),
                "-PasswordFile",
                folder.resolve("passwd").toString(),
                "-rfbport",
                String.valueOf(port),
                "-localhost",
                "-interface",
                "127.0.0.1");
    }

    private Screen connect(RfbTarget target, RfbSettings settings) throws Exception {
        return screens.connect(target, settings, recorder, executor).get(10, TimeUnit.SECONDS);
    }

    private static RfbSettings trusting(Trust trust) {
        return RfbSettings.defaults().withSecurity(new RfbSecurity(SecurityType.all(), trust));
    }

    /** A picture with noise arrives unchanged, with correct times; and a key is sent. */
    private void assertWorks(RealXvnc server, Screen screen) throws Exception {
        try (TinyX x = new TinyX(server.display(), 640, 480)) {
            await().until(() -> !recorder.seen().isEmpty());
            long before = System.nanoTime();
            x.fill(COLOUR, 5, 6, 600, 400);
            await().until(() -> recorder.pixel(604, 405) == COLOUR);
            assertThat(recorder.last().arrivedAt()).isBetween(before, System.nanoTime());
            screen.fire(Keyboard.type("x")).get(10, TimeUnit.SECONDS);
            assertThat(x.event().type()).isEqualTo(TinyX.KEY_PRESS);
        }
        assertThat(recorder.losses()).isEmpty();
    }

    @Test
    void aServerWhoseCertificateIsInTheFileShowsItsDesktopThroughTls() throws Exception {
        int port = RealXvnc.freePort();
        try (RealXvnc server = start(port, "X509None");
                Screen screen =
                        connect(RfbTarget.tcp("127.0.0.1", port), trusting(Trust.file(certificates.certificate())))) {
            assertWorks(server, screen);
        }
    }

    @Test
    void aPasswordIsSentWithinTls() throws Exception {
        int port = RealXvnc.freePort();
        RfbTarget target = RfbTarget.tcp("localhost", port);
        RfbSettings settings = trusting(Trust.file(certificates.certificate()));
        try (RealXvnc server = start(port, "X509Vnc")) {
            assertThatThrownBy(() -> connect(target.withPassword("wrong"), settings))
                    .cause()
                    .isInstanceOf(ScreenException.class)
                    .hasMessageContaining("refuses the login: \"Authentication fail");
            try (Screen screen = connect(target.withPassword("secret"), settings)) {
                assertWorks(server, screen);
            }
        }
    }

    @Test
    void anUnknownCertificateIsRefusedUnlessAnyIsTrusted() throws Exception {
        int port = RealXvnc.freePort();
        RfbTarget target = RfbTarget.tcp("localhost", port);
        try (RealXvnc server = start(port, "X509None")) {
            assertThatThrownBy(() -> connect(target, RfbSettings.defaults()))
                    .cause()
                    .isInstanceOf(ScreenException.class)
                    .hasMessageContainingAll(
                            "certificate: sha256:" + fingerprint(),
                            "of \"CN=localhost,O=Deskmeter tests\": nobody who is trusted has signed it"
                                    + " (expected: the authorities of this Java; hint: ",
                            "`certificate: \"sha256:" + fingerprint() + "\"` of the target trusts it")
                    .hasMessageNotContaining("sun.security");
            Path other = Files.createDirectory(folder.resolve("other"));
            Certificates others = Certificates.make(other);
            assertThatThrownBy(() -> connect(target, trusting(Trust.file(others.certificate()))))
                    .cause()
                    .isInstanceOf(ScreenException.class)
                    .hasMessageContainingAll("certificate: sha256:" + fingerprint(), "cert.pem");
            assertThatThrownBy(() -> connect(target, trusting(Trust.file(folder.resolve("passwd")))))
                    .cause()
                    .isInstanceOf(ScreenException.class)
                    .hasMessageContainingAll("passwd cannot be used", "(expected: certificates in PEM)");
            try (Screen screen = connect(target, trusting(Trust.any()))) {
                assertWorks(server, screen);
            }
        }
    }

    private String fingerprint() throws Exception {
        return ServerTrust.fingerprint(certificates.bundle().getCertificate());
    }

    /** A self-signed certificate is known by its fingerprint, whatever the name of the host. */
    @Test
    void aCertificateIsTrustedByItsFingerprint() throws Exception {
        int port = RealXvnc.freePort();
        RfbTarget target = RfbTarget.tcp("127.0.0.1", port).withPassword("secret");
        try (RealXvnc server = start(port, "X509Vnc,VncAuth")) {
            try (Screen screen =
                    connect(target, trusting(Trust.fingerprint(fingerprint().toLowerCase(Locale.ROOT))))) {
                assertWorks(server, screen);
            }
            String other = "00:".repeat(31) + "00";
            assertThatThrownBy(() -> connect(target, trusting(Trust.fingerprint(other))))
                    .as("no silent use of the type without TLS")
                    .cause()
                    .isInstanceOf(ScreenException.class)
                    .hasMessageContainingAll(
                            "certificate: sha256:" + fingerprint(), "it is another one (expected: sha256:" + other);
            RfbSettings allowed = RfbSettings.defaults()
                    .withSecurity(new RfbSecurity(List.of(SecurityType.VNC_AUTH), Trust.system()));
            recorder.forget();
            try (Screen screen = connect(target, allowed)) {
                assertWorks(server, screen);
            }
        }
    }

    /** TigerVNC's default. This Java has no anonymous TLS, so the other type is used. */
    @Test
    void withoutAnonymousTlsAnotherTypeIsUsedOrTheMessageSaysSo() throws Exception {
        Assumptions.assumeFalse(new RfbTls().hasAnonymous(), "skipped: this Java allows anonymous TLS");
        int port = RealXvnc.freePort();
        RfbTarget target = RfbTarget.tcp("127.0.0.1", port).withPassword("secret");
        try (RealXvnc server = start(port, "TLSVnc,VncAuth");
                Screen screen = connect(target, RfbSettings.defaults())) {
            assertWorks(server, screen);
            RfbSettings tlsOnly =
                    RfbSettings.defaults().withSecurity(new RfbSecurity(List.of(SecurityType.TLS_VNC), Trust.system()));
            assertThatThrownBy(() -> connect(target, tlsOnly))
                    .cause()
                    .hasMessageContainingAll("TLSVnc: requires TLS without certificates", "jdk.tls.disabledAlgorithms");
        }
    }

    /** In a separate Java process that allows it, because Java reads the setting once. */
    @Test
    void anonymousTlsWorksIfThisJavaAllowsIt() throws Exception {
        int port = RealXvnc.freePort();
        Path rules = Files.writeString(
                folder.resolve("java.security"), "jdk.tls.disabledAlgorithms=SSLv3, TLSv1, TLSv1.1, RC4, DES, NULL\n");
        try (RealXvnc server = start(port, "TLSVnc")) {
            assertThat(server.display()).isNotNegative();
            Process probe = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Djava.security.properties=" + rules,
                            "-cp",
                            System.getProperty("java.class.path"),
                            AnonymousTlsProbe.class.getName(),
                            String.valueOf(port))
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("probe.log").toFile())
                    .start();
            try {
                assertThat(probe.waitFor(Duration.ofSeconds(30).toSeconds(), TimeUnit.SECONDS))
                        .isTrue();
            } finally {
                probe.destroyForcibly();
            }
            assertThat(probe.exitValue())
                    .as(() -> AnonymousTlsProbe.read(folder.resolve("probe.log")))
                    .isZero();
        }
    }
}
