package io.deskmeter.agent.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.agent.rdp.LogonResult.Outcome;
import io.deskmeter.agent.rdp.RdpDisconnectReason;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.program.ProgramException;
import io.deskmeter.screen.program.SearchPath;
import io.deskmeter.screen.program.TemporaryCertificate;
import io.deskmeter.screen.rfb.Trust;
import io.deskmeter.screen.viewer.Viewer;
import io.deskmeter.screen.viewer.ViewerScreens;
import io.deskmeter.screen.viewer.ViewerSettings;
import io.deskmeter.screen.viewer.ViewerTarget;
import io.deskmeter.screen.x11.X11Screens;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whoever answers in the place of an RDP server is not sent a password. */
@Tag("slow")
@Timeout(120)
class RdpCertificatesTest {
    private static final Duration WITHIN = Duration.ofSeconds(20);
    private static final FrameListener NOBODY = new FrameListener() {
        @Override
        public void onFrame(FrameUpdate update) {}

        @Override
        public void onLost(ScreenException cause) {}
    };

    @SuppressWarnings("NullAway.Init")
    private static TemporaryCertificate own;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @BeforeAll
    static void makeCertificate() throws ProgramException {
        own = TemporaryCertificate.make();
    }

    private static String ask(FalseRdpServer server, Trust trust) throws ScreenException {
        return RdpCertificates.trusted("127.0.0.1", server.port(), trust, WITHIN);
    }

    @Test
    void a_certificate_that_nobody_vouches_for_is_refused_with_the_line_that_trusts_it() throws Exception {
        String print = own.sha256().toUpperCase(Locale.ROOT);
        try (FalseRdpServer server = new FalseRdpServer(FalseRdpServer.TLS, own)) {
            assertThatThrownBy(() -> ask(server, TargetDisplays.trust("system")))
                    .isInstanceOf(ScreenException.class)
                    .hasMessageContaining("127.0.0.1:" + server.port() + ": certificate: sha256:" + print)
                    .hasMessageContaining("nobody who is trusted has signed it")
                    .hasMessageContaining("`certificate: \"sha256:" + print + "\"` of the target trusts it");
            assertThatThrownBy(() -> ask(server, TargetDisplays.trust("sha256:" + "0A:".repeat(31) + "0A")))
                    .hasMessageContaining(print)
                    .hasMessageContaining("it is another one");
            assertThat(ask(server, TargetDisplays.trust("sha256:" + own.sha256())))
                    .isEqualTo(print);
            assertThat(server.sent()).isEmpty();
        }
    }

    @Test
    void a_file_on_the_machine_of_the_agent_says_whom_to_trust() throws Exception {
        Path ours = Files.writeString(folder.resolve("ours.pem"), own.certificatePem());
        Path other = Files.writeString(
                folder.resolve("other.pem"), TemporaryCertificate.make().certificatePem());
        try (FalseRdpServer server = new FalseRdpServer(FalseRdpServer.TLS, own)) {
            assertThat(ask(server, TargetDisplays.trust("file:" + ours))).isEqualToIgnoringCase(own.sha256());
            assertThatThrownBy(() -> ask(server, TargetDisplays.trust("file:" + other)))
                    .hasMessageContaining("nobody who is trusted has signed it");
            assertThatThrownBy(() -> ask(server, TargetDisplays.trust("file:" + folder.resolve("none.pem"))))
                    .hasMessageContaining(
                            "none.pem cannot be used: no such file on this machine (expected: certificates in PEM)");
        }
    }

    @Test
    void without_tls_there_is_no_certificate_to_trust() throws Exception {
        try (FalseRdpServer server = new FalseRdpServer(FalseRdpServer.RDP, own)) {
            assertThatThrownBy(() -> ask(server, TargetDisplays.trust("system")))
                    .hasMessageContaining("RDP's own security, without TLS")
                    .extracting(failure -> RdpDisconnectReason.of(String.valueOf(failure.getMessage()), false)
                            .outcome())
                    .isEqualTo(Outcome.UNTRUSTED);
            assertThat(server.sent()).isEmpty();
        }
    }

    /**
     * The client program went over to RDP's own security, which shows no certificate, and the pin was not looked at.
     */
    @Test
    void the_client_program_does_not_go_on_without_the_certificate() throws Exception {
        for (int protocol : new int[] {FalseRdpServer.RDP, FalseRdpServer.TLS}) {
            try (FalseRdpServer server = new FalseRdpServer(protocol, own)) {
                String said = failure(Viewer.freerdp("0a:".repeat(31) + "0a"), server);
                assertThat(server.sent()).as(said).isEmpty();
                assertThat(RdpDisconnectReason.of(said, false).outcome())
                        .as(said)
                        .isEqualTo(Outcome.UNTRUSTED);
            }
        }
    }

    /** What `system` means for the client program. */
    @Test
    void a_target_without_a_certificate_does_not_log_on_to_an_unknown_host() throws Exception {
        try (FalseRdpServer server = new FalseRdpServer(FalseRdpServer.TLS, own)) {
            String said = failure(new CertifiedRdp(Trust.system()), server);
            assertThat(server.sent()).as(said).isEmpty();
            assertThat(RdpDisconnectReason.of(said, false))
                    .matches(reason -> reason.outcome() == Outcome.UNTRUSTED)
                    .matches(reason -> reason.words().startsWith("certificate: sha256:"));
        }
    }

    private static String failure(Viewer viewer, FalseRdpServer server) throws Exception {
        for (String program : List.of("Xvfb", "xfreerdp")) {
            try {
                new SearchPath(System.getenv("PATH")).find(program);
            } catch (ProgramException e) {
                Assumptions.abort("skipped: " + e.getMessage());
            }
        }
        var executor = Executors.newSingleThreadExecutor();
        try (X11Screens displays = new X11Screens(System::nanoTime);
                ViewerScreens viewers = new ViewerScreens(displays, System::nanoTime)) {
            return viewers.open(
                            viewer,
                            ViewerTarget.tcp("127.0.0.1", server.port()).as("ann", "secret"),
                            ViewerSettings.of(640, 480).withConnectTimeout(WITHIN),
                            NOBODY,
                            executor)
                    .handle((screen, failure) -> failure == null ? "a picture" : String.valueOf(failure.getMessage()))
                    .get(WITHIN.toSeconds() * 2, TimeUnit.SECONDS);
        } finally {
            executor.shutdownNow();
        }
    }
}
