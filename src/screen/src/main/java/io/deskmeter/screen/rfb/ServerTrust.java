package io.deskmeter.screen.rfb;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import java.util.Locale;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/** Decides on the certificate of a server, and says in words why it is refused: what it is, what was expected, and what lets it pass. */
final class ServerTrust extends X509ExtendedTrustManager {
    /** How the message begins. */
    static final String CERTIFICATE = "certificate: ";

    private final Trust trust;
    private final @Nullable X509ExtendedTrustManager authorities;

    /** @param authorities who decides; null where only the fingerprint counts */
    ServerTrust(Trust trust, @Nullable X509ExtendedTrustManager authorities) {
        this.trust = trust;
        this.authorities = authorities;
    }

    /** A certificate was refused. The message is complete. */
    static final class RefusedException extends CertificateException {
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

    private RefusedException refused(X509Certificate shown, String why, @Nullable Throwable cause)
            throws CertificateException {
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
    static String fingerprint(X509Certificate certificate) throws CertificateException {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded());
            return HexFormat.ofDelimiter(":").formatHex(hash).toUpperCase(Locale.ROOT);
        } catch (GeneralSecurityException e) {
            throw new CertificateException("SHA-256 of a certificate: " + e.getMessage(), e);
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
