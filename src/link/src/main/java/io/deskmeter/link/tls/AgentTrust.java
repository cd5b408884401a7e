package io.deskmeter.link.tls;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.CertPathValidator;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Set;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Checks in the handshake that an agent's certificate is for clients and comes from the authority; whether it has ended
 * or is revoked is decided after it, where the answer can have a reason: an alert of TLS has none.
 */
final class AgentTrust extends X509ExtendedTrustManager {
    private static final String FOR_CLIENTS = "1.3.6.1.5.5.7.3.2";

    private final X509Certificate authority;

    AgentTrust(X509Certificate authority) {
        this.authority = authority;
    }

    private void check(X509Certificate[] chain) throws CertificateException {
        check(chain, authority);
    }

    static void check(X509Certificate[] chain, X509Certificate authority) throws CertificateException {
        X509Certificate agent = chain[0];
        List<String> uses = agent.getExtendedKeyUsage();
        if (uses == null || !uses.contains(FOR_CLIENTS)) {
            throw new CertificateException("a certificate that is not for clients");
        }
        List<X509Certificate> path = new ArrayList<>(Arrays.asList(chain));
        path.removeIf(authority::equals);
        try {
            PKIXParameters parameters = new PKIXParameters(Set.of(new TrustAnchor(authority, null)));
            parameters.setRevocationEnabled(false);
            Instant from = agent.getNotBefore().toInstant();
            Instant until = agent.getNotAfter().toInstant();
            parameters.setDate(Date.from(from.plus(Duration.between(from, until).dividedBy(2))));
            CertPathValidator.getInstance("PKIX")
                    .validate(CertificateFactory.getInstance("X.509").generateCertPath(path), parameters);
        } catch (CertificateException e) {
            throw e;
        } catch (GeneralSecurityException e) {
            throw new CertificateException("not of this controller's authority: " + e.getMessage(), e);
        }
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, @Nullable Socket socket)
            throws CertificateException {
        check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, @Nullable SSLEngine engine)
            throws CertificateException {
        check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, @Nullable Socket socket)
            throws CertificateException {
        throw notForServers();
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, @Nullable SSLEngine engine)
            throws CertificateException {
        throw notForServers();
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        throw notForServers();
    }

    private static CertificateException notForServers() {
        return new CertificateException("only agents are checked here");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[] {authority};
    }
}
