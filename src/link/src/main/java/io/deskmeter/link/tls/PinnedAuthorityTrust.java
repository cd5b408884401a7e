package io.deskmeter.link.tls;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Trusts a server whose chain contains the authority of a fingerprint, and is valid and for its host under that
 * authority alone.
 */
final class PinnedAuthorityTrust extends X509ExtendedTrustManager {
    private final Fingerprint authority;

    PinnedAuthorityTrust(Fingerprint authority) {
        this.authority = authority;
    }

    /** The server has another authority. */
    private static final class OtherAuthorityException extends CertificateException {
        private static final long serialVersionUID = 1L;

        private OtherAuthorityException(String message) {
            super(message);
        }
    }

    /** Whether a handshake has failed because the server has another authority. */
    static boolean isOtherAuthority(Throwable fault) {
        for (Throwable t = fault; t != null; t = t.getCause()) {
            if (t instanceof OtherAuthorityException) {
                return true;
            }
        }
        return false;
    }

    /** The certificate of the authority in a chain. */
    Optional<X509Certificate> in(X509Certificate[] chain) {
        return Arrays.stream(chain)
                .filter(certificate -> Fingerprint.of(certificate).equals(authority))
                .findFirst();
    }

    private X509ExtendedTrustManager under(X509Certificate[] chain) throws CertificateException {
        X509Certificate found = in(chain)
                .orElseThrow(
                        () -> new OtherAuthorityException(
                                "the controller's authority has the fingerprint "
                                        + Fingerprint.of(chain[chain.length - 1]) + " (expected: " + authority
                                        + "; hint: is this the address of the controller that has printed this fingerprint, or made the join token?)"));
        return LinkTls.trust(List.of(found));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, @Nullable Socket socket)
            throws CertificateException {
        under(chain).checkServerTrusted(chain, authType, socket);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, @Nullable SSLEngine engine)
            throws CertificateException {
        under(chain).checkServerTrusted(chain, authType, engine);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        throw new CertificateException("without a connection no host name can be checked");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, @Nullable Socket socket)
            throws CertificateException {
        throw notForClients();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, @Nullable SSLEngine engine)
            throws CertificateException {
        throw notForClients();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        throw notForClients();
    }

    private static CertificateException notForClients() {
        return new CertificateException("a fingerprint is for servers only");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
