package io.deskmeter.screen.rfb;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateFactory;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Objects;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Decides on the certificate of a server, and says in words why it is refused: what it is, what was expected, and what
 * lets it pass.
 */
public final class ServerTrust extends X509ExtendedTrustManager {
    /** How the message begins. */
    public static final String CERTIFICATE = "certificate: ";

    private final Trust trust;
    private final @Nullable X509ExtendedTrustManager authorities;

    /** @param authorities who decides; null where only the fingerprint counts */
    private ServerTrust(Trust trust, @Nullable X509ExtendedTrustManager authorities) {
        this.trust = trust;
        this.authorities = authorities;
    }

    /**
     * Of all kinds but {@link Trust.Kind#ANY}.
     *
     * @throws IOException if the certificates that decide cannot be read; the message is complete
     */
    public static ServerTrust of(Trust trust) throws IOException {
        try {
            return switch (trust.kind()) {
                case SYSTEM -> new ServerTrust(trust, GivenCertificatesTrust.authorities(null));
                case FILE ->
                    new ServerTrust(trust, new GivenCertificatesTrust(read(Objects.requireNonNull(trust.file()))));
                case FINGERPRINT -> new ServerTrust(trust, null);
                case ANY ->
                    throw new IllegalArgumentException(
                            "trust: any certificate (expected: one that something decides about)");
            };
        } catch (IOException | GeneralSecurityException e) {
            throw new IOException(
                    CERTIFICATE + trust + " cannot be used: "
                            + (e instanceof NoSuchFileException ? "no such file on this machine" : e.getMessage())
                            + " (expected: certificates in PEM)",
                    e);
        }
    }

    private static Collection<? extends Certificate> read(Path file) throws IOException, GeneralSecurityException {
        try (InputStream in = Files.newInputStream(file)) {
            var found = CertificateFactory.getInstance("X.509").generateCertificates(in);
            if (found.isEmpty()) {
                throw new IOException("no certificate in it");
            }
            return found;
        }
    }

    /** A certificate was refused. The message is complete. */
    public static final class RefusedException extends CertificateException {
        private static final long serialVersionUID = 1L;

        private RefusedException(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }

    /** Asks the authorities. */
    @FunctionalInterface
    private interface Question {
        void ask(X509ExtendedTrustManager authorities) throws CertificateException;
    }

    private void check(X509Certificate[] chain, Question question) throws CertificateException {
        if (chain.length == 0) {
            throw new RefusedException(CERTIFICATE + "the server has sent none (expected: " + trust + ")", null);
        }
        X509ExtendedTrustManager decides = authorities;
        if (decides == null) {
            if (!fingerprint(chain[0]).equals(trust.fingerprint())) {
                throw refused(chain[0], "it is another one", null);
            }
            return;
        }
        try {
            question.ask(decides);
        } catch (CertificateException e) {
            throw refused(chain[0], why(e), e);
        }
    }

    private RefusedException refused(X509Certificate shown, String why, @Nullable Throwable cause) {
        String print = "sha256:" + fingerprint(shown);
        return new RefusedException(
                CERTIFICATE + print + " of \"" + shown.getSubjectX500Principal().getName() + "\": " + why
                        + " (expected: " + trust + "; hint: if the server's own log or file shows the same"
                        + " fingerprint, `certificate: \"" + print + "\"` of the target trusts it)",
                cause);
    }

    private static String why(CertificateException failure) {
        for (Throwable at = failure; at != null; at = at.getCause()) {
            if (at instanceof CertificateExpiredException) {
                return "it has expired";
            }
            if (at instanceof CertificateNotYetValidException) {
                return "it is not valid yet";
            }
        }
        String words = String.valueOf(failure.getMessage());
        return words.startsWith("No ") && words.contains(" name")
                ? "it is for another host"
                : "nobody who is trusted has signed it";
    }

    /** {@code 0A:1B:…}. */
    public static String fingerprint(X509Certificate certificate) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded());
            return HexFormat.ofDelimiter(":").formatHex(hash).toUpperCase(Locale.ROOT);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("SHA-256 of a certificate: " + e.getMessage(), e);
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        check(chain, of -> of.checkServerTrusted(chain, authType, engine));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        check(chain, of -> of.checkServerTrusted(chain, authType, socket));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        check(chain, of -> of.checkServerTrusted(chain, authType));
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        throw noClients();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        throw noClients();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        throw noClients();
    }

    private static CertificateException noClients() {
        return new CertificateException("a client's certificate (expected: a server's, because this is a client)");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        X509ExtendedTrustManager decides = authorities;
        return decides == null ? new X509Certificate[0] : decides.getAcceptedIssuers();
    }
}
