package io.deskmeter.agent.client.identity;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.link.client.ControllerHandler;
import io.deskmeter.link.tls.EnrolmentProof;
import io.deskmeter.link.tls.MachineIdentity;
import io.deskmeter.link.tls.Pem;
import io.deskmeter.link.tls.Pem.KeyAndChain;
import io.deskmeter.link.v1.CertificateIssued;
import io.deskmeter.link.v1.FromAgent;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.Welcome;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CertificateRenewalTest {
    /** Of a key that nobody has any more. */
    private static final String ENDED = """
            -----BEGIN CERTIFICATE-----
            MIIBeTCCAR+gAwIBAgIUUVjn930NdN0EF1cbHYY5tbEn7CAwCgYIKoZIzj0EAwIw
            EjEQMA4GA1UEAwwHYWdlbnQtMTAeFw0yNjExMjkyMTI1MzVaFw0yNjExMzAyMTI1
            MzVaMBIxEDAOBgNVBAMMB2FnZW50LTEwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNC
            AAQPJw7kgxqLjgEfzR4TyxqMSUF4A3+b/bYvdzBiHhScHDOib9ddPYvI55ilJ31B
            TIuvo0Tg1yb8eJyKQ1Fwibhlo1MwUTAdBgNVHQ4EFgQUvrhF8sfE8bDg3Ds1p/5W
            aNPaC84wHwYDVR0jBBgwFoAUvrhF8sfE8bDg3Ds1p/5WaNPaC84wDwYDVR0TAQH/
            BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiAS4K1M1yo5pJb1oVwI4LO1d0B52LMc
            x8neREvsEOiKZAIhAM3t0yJB5jR1Rk1a0TeBcKspCXI/CgnASLlziFEDlSwg
            -----END CERTIFICATE-----
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private final List<FromAgent> sent = new ArrayList<>();
    private boolean linked = true;

    @SuppressWarnings("NullAway.Init")
    private CertificateRenewal renewal;

    private static final class Quiet implements ControllerHandler {
        @Override
        public void connected(Welcome welcome) {}

        @Override
        public void received(FromController message) {}

        @Override
        public void disconnected(String reason) {}

        @Override
        public void refused(String reason) {}

        @Override
        public void refusedPermanently(String reason) {}

        @Override
        public void unreachable(String reason, Duration nextAttempt) {}
    }

    @BeforeEach
    void prepare() throws Exception {
        KeyAndChain ended = new KeyAndChain(EnrolmentProof.newKeys().getPrivate(), Pem.certificates(ENDED));
        renewal = new CertificateRenewal(
                MachineIdentity.store(folder, ended),
                new Quiet(),
                message -> {
                    sent.add(message);
                    return linked;
                },
                () -> Instant.parse("2040-01-01T00:00:00Z"),
                reason -> {});
    }

    /** How many keys were asked for since the last call. */
    private int keys() {
        var keys = new HashSet<>();
        sent.forEach(message -> keys.add(message.getRenewCertificate().getPublicKey()));
        sent.clear();
        return keys.size();
    }

    /** One that is of no use here, as no authority has signed it. */
    private void answer() {
        renewal.received(FromController.newBuilder()
                .setCertificateIssued(CertificateIssued.getDefaultInstance())
                .build());
    }

    /**
     * Reproducer: the second question had another key, so that the answer to the first one, which was slower than that,
     * was thrown away.
     */
    @Test
    void asksWithTheSameKeyUntilItIsAnswered() {
        renewal.connected(Welcome.getDefaultInstance());
        renewal.tick();
        renewal.tick();
        assertThat(sent).hasSize(3);
        assertThat(keys()).isOne();
        answer();
        answer();
        renewal.tick();
        answer();
        answer();
        renewal.tick();
        assertThat(sent).hasSize(2);
        assertThat(keys()).as("all were answered before the last one").isEqualTo(2);
    }

    @Test
    void asksWithAnotherKeyOnAnotherLink() {
        renewal.connected(Welcome.getDefaultInstance());
        renewal.disconnected("the test");
        renewal.connected(Welcome.getDefaultInstance());
        assertThat(keys()).isEqualTo(2);
        renewal.disconnected("the test");
        linked = false;
        renewal.tick();
        renewal.tick();
        assertThat(keys()).as("nothing was sent").isEqualTo(2);
    }
}
