package io.deskmeter.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.deskmeter.link.channel.SettingChecks;
import io.deskmeter.link.client.LinkClient;
import io.deskmeter.link.client.LinkClientSettings;
import io.deskmeter.link.server.LinkServer;
import io.deskmeter.link.server.LinkServerSettings;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The link over TLS, with a certificate that the JDK's own tool makes for this test. */
@Tag("slow")
class TlsTest {
    private static final String PASSWORD = "not-a-secret";

    @TempDir
    static Path dir;

    private final RecordingController controller = new RecordingController();
    private final RecordingAgent agent = new RecordingAgent();
    private final ScheduledExecutorService timers = Executors.newSingleThreadScheduledExecutor();

    @BeforeAll
    static void makeCertificate() throws IOException, InterruptedException {
        Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
        Process process = new ProcessBuilder(
                        keytool.toString(),
                        "-genkeypair",
                        "-keystore",
                        keys().toString(),
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        PASSWORD,
                        "-alias",
                        "link",
                        "-keyalg",
                        "EC",
                        "-groupname",
                        "secp256r1",
                        "-dname",
                        "CN=deskmeter test",
                        "-ext",
                        "san=ip:127.0.0.1",
                        "-validity",
                        "2")
                .redirectErrorStream(true)
                .redirectOutput(dir.resolve("keytool.log").toFile())
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue())
                .as(Files.readString(dir.resolve("keytool.log")))
                .isZero();
    }

    @AfterEach
    void stopTimers() {
        timers.shutdownNow();
    }

    @Test
    void messagesTravelOverTls() throws Exception {
        try (LinkServer server = LinkServer.start(secureServer(), controller);
                LinkClient client = client(server.port(), Optional.of(clientContext()))) {
            client.start();
            await().until(() -> agent.events.contains("connected") && controller.links.size() == 1);
            assertThat(client.send(Messages.ended("over TLS"))).isTrue();
            await().until(() -> controller.messages.contains(Messages.ended("over TLS")));
        }
    }

    @Test
    void anAgentReportsThatItDoesNotTrustTheCertificate() throws Exception {
        try (LinkServer server = LinkServer.start(secureServer(), controller);
                LinkClient client = client(
                        server.port(), Optional.of(SslContextBuilder.forClient().build()))) {
            client.start();
            await().until(() -> !agent.events.isEmpty());
            assertThat(agent.events.get(0))
                    .startsWith("unreachable ")
                    .contains("its certificate is of another authority");
            assertThat(controller.events).isEmpty();
        }
    }

    @Test
    void anAgentWithoutTlsIsRefused() throws Exception {
        try (LinkServer server = LinkServer.start(secureServer(), controller);
                LinkClient client = client(server.port(), Optional.empty())) {
            client.start();
            await().until(() -> !agent.events.isEmpty());
            assertThat(agent.events.get(0)).startsWith("unreachable ");
            assertThat(controller.events).isEmpty();
        }
    }

    private LinkClient client(int port, Optional<SslContext> tls) {
        LinkClientSettings plain = Fast.client(port);
        LinkClientSettings settings = new LinkClientSettings(
                plain.host(), port, plain.backoffMin(), plain.backoffMax(), plain.maxFrameBytes(), tls);
        return new LinkClient(settings, () -> Messages.hello("a1"), agent, timers);
    }

    private static LinkServerSettings secureServer() throws IOException, GeneralSecurityException {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(keyStore(), PASSWORD.toCharArray());
        return new LinkServerSettings(
                "127.0.0.1",
                0,
                Duration.ofSeconds(2),
                Duration.ofSeconds(30),
                SettingChecks.DEFAULT_MAX_FRAME_BYTES,
                Optional.of(SslContextBuilder.forServer(keys).build()));
    }

    /** Trusts this certificate only, and checks that it is the controller's address. */
    private static SslContext clientContext() throws IOException, GeneralSecurityException {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("link", keyStore().getCertificate("link"));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        return SslContextBuilder.forClient().trustManager(trust).build();
    }

    private static KeyStore keyStore() throws IOException, GeneralSecurityException {
        return KeyStore.getInstance(keys().toFile(), PASSWORD.toCharArray());
    }

    private static Path keys() {
        return dir.resolve("link.p12");
    }
}
