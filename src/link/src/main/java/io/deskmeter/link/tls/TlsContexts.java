package io.deskmeter.link.tls;

import io.deskmeter.link.tls.Pem.KeyAndChain;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.function.Supplier;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/** TLS 1.3 for both ends of the link. */
public final class TlsContexts {
    static final String PROTOCOL = "TLSv1.3";

    private TlsContexts() {}

    /**
     * Of a controller. Agents may show a certificate of the authority; without one they can enrol, or be desktop agents.
     *
     * @param current the certificate of this controller, asked at each handshake
     * @param authority of the agents
     */
    public static SslContext server(Supplier<KeyAndChain> current, X509Certificate authority) {
        return built(SslContextBuilder.forServer(new CurrentKey(current))
                .trustManager(new AgentTrust(authority))
                .clientAuth(ClientAuth.OPTIONAL));
    }

    /**
     * Of an agent with a certificate; controllers must have one of the same authority that is for their host.
     *
     * @param current the certificate of this agent, asked at each handshake
     */
    public static SslContext agent(Supplier<KeyAndChain> current) {
        return built(SslContextBuilder.forClient()
                .keyManager(new CurrentKey(current))
                .trustManager((TrustManager) trust(current.get().authority())));
    }

    /** Of an agent without a certificate, which knows the authority by its fingerprint. */
    public static SslContext pinned(Fingerprint authority) {
        return built(SslContextBuilder.forClient().trustManager((TrustManager) new PinnedTrust(authority)));
    }

    private static SslContext built(SslContextBuilder builder) {
        try {
            return builder.sslProvider(SslProvider.JDK).protocols(PROTOCOL).build();
        } catch (SSLException e) {
            throw new IllegalStateException("this Java has no " + PROTOCOL + ": " + e.getMessage(), e);
        }
    }

    /** Trusts what this authority has issued, for the host of the connection. */
    static X509ExtendedTrustManager trust(X509Certificate authority) {
        try {
            KeyStore anchors = KeyStore.getInstance(KeyStore.getDefaultType());
            anchors.load(null, null);
            anchors.setCertificateEntry("authority", authority);
            TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
            factory.init(anchors);
            return (X509ExtendedTrustManager) Arrays.stream(factory.getTrustManagers())
                    .filter(X509ExtendedTrustManager.class::isInstance)
                    .findFirst()
                    .orElseThrow();
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
