package io.deskmeter.screen.rfb;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Collection;
import java.util.Set;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Trusts the given certificates: as authorities, as Java does, and as server certificates with any host name, because
 * self-signed certificates of VNC servers seldom contain the right name.
 */
final class GivenCertificatesTrust extends X509ExtendedTrustManager {
    private final Set<Certificate> given;
    private final X509ExtendedTrustManager authorities;

    GivenCertificatesTrust(Collection<? extends Certificate> given) throws IOException, GeneralSecurityException {
        this.given = Set.copyOf(given);
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        for (Certificate each : this.given) {
            store.setCertificateEntry("given-" + store.size(), each);
        }
        authorities = authorities(store);
    }

    /** @param store with the authorities; null for those of this Java */
    static X509ExtendedTrustManager authorities(@Nullable KeyStore store) throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return Arrays.stream(factory.getTrustManagers())
                .filter(X509ExtendedTrustManager.class::isInstance)
                .map(X509ExtendedTrustManager.class::cast)
                .findFirst()
                .orElseThrow(() -> new GeneralSecurityException("no trust manager for X.509 in this Java"));
    }

    private boolean isGiven(X509Certificate[] chain) throws CertificateException {
        if (chain.length == 0 || !given.contains(chain[0])) {
            return false;
        }
        chain[0].checkValidity();
        return true;
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        if (!isGiven(chain)) {
            authorities.checkServerTrusted(chain, authType, engine);
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        if (!isGiven(chain)) {
            authorities.checkServerTrusted(chain, authType, socket);
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        if (!isGiven(chain)) {
            authorities.checkServerTrusted(chain, authType);
        }
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        authorities.checkClientTrusted(chain, authType, socket);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        authorities.checkClientTrusted(chain, authType, engine);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        authorities.checkClientTrusted(chain, authType);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return authorities.getAcceptedIssuers();
    }
}
