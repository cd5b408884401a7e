package io.deskmeter.link.tls;

import io.deskmeter.link.tls.Pem.KeyAndChain;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/** TLS 1.3 for both ends of the link. */
public final class LinkTls {
    static final String PROTOCOL = "TLSv1.3";

    private LinkTls() {}

    /**
     * Of a controller. Agents may show a certificate of the authority; without one they can enrol, or be desktop
     * agents.
     *
     * @param current the certificate of this controller, asked at each handshake
     * @param authority of the agents
     */
    public static SslContext server(Supplier<KeyAndChain> current, X509Certificate authority) {
        return server(current, current, authority);
    }

    /**
     * Of a controller that shows another certificate, such as one of a company, to all peers that do not ask for its
     * own.
     *
     * @param own of the authority of its agents
     * @param shown to browsers and other programs
     * @param authority of the agents
     */
    public static SslContext server(Supplier<KeyAndChain> own, Supplier<KeyAndChain> shown, X509Certificate authority) {
        return built(SslContextBuilder.forServer(new CurrentKey(own, shown))
                .applicationProtocolConfig(asks(Fingerprint.of(authority)))
                .trustManager(new AgentTrust(authority))
                .clientAuth(ClientAuth.OPTIONAL));
    }

    /** Of a web server: TLS 1.3 and 1.2 are those of the JDK, and clients show no certificate. */
    public static SSLContext web(Supplier<KeyAndChain> current) {
        return initialized(new KeyManager[] {new CurrentKey(current)}, new TrustManager[0]);
    }

    /**
     * Of a client of a web server that knows authorities, and nobody else. The client itself has to ask for a check of
     * the host name.
     */
    public static SSLContext webClient(List<X509Certificate> authorities) {
        return initialized(null, new TrustManager[] {trust(authorities)});
    }

    /**
     * Of a client of a web server that knows its authority by the fingerprint. The client itself has to ask for a check
     * of the host name.
     */
    public static SSLContext webClient(Fingerprint authority) {
        return initialized(null, new TrustManager[] {new PinnedAuthorityTrust(authority)});
    }

    /**
     * Of a machine without a certificate, which knows the authority by its fingerprint, for a connection of one
     * message.
     */
    static SSLContext pinnedClient(Fingerprint authority) {
        return initialized(null, new TrustManager[] {new PinnedAuthorityTrust(authority)});
    }

    /** Of a machine with a certificate, for a connection of one message. */
    static SSLContext client(KeyAndChain own) {
        return initialized(
                new KeyManager[] {new CurrentKey(() -> own)}, new TrustManager[] {trust(List.of(own.authority()))});
    }

    private static SSLContext initialized(KeyManager @Nullable [] keys, TrustManager[] trust) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys, trust, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no TLS: " + e.getMessage(), e);
        }
    }

    /** The name in ALPN by which a peer asks for a certificate of the authority that it knows. */
    static String asking(Fingerprint authority) {
        return "deskmeter/" + authority.text();
    }

    private static ApplicationProtocolConfig asks(Fingerprint authority) {
        return new ApplicationProtocolConfig(
                Protocol.ALPN,
                SelectorFailureBehavior.NO_ADVERTISE,
                SelectedListenerFailureBehavior.ACCEPT,
                asking(authority));
    }

    /**
     * Of an agent with a certificate; controllers must have one of the same authority that is for their host.
     *
     * @param current the certificate of this agent, asked at each handshake
     */
    public static SslContext agent(Supplier<KeyAndChain> current) {
        X509Certificate authority = current.get().authority();
        return built(SslContextBuilder.forClient()
                .applicationProtocolConfig(asks(Fingerprint.of(authority)))
                .keyManager(new CurrentKey(current))
                .trustManager((TrustManager) trust(List.of(authority))));
    }

    /** Of an agent without a certificate, which knows the authority by its fingerprint. */
    public static SslContext pinned(Fingerprint authority) {
        return built(SslContextBuilder.forClient()
                .applicationProtocolConfig(asks(authority))
                .trustManager((TrustManager) new PinnedAuthorityTrust(authority)));
    }

    private static SslContext built(SslContextBuilder builder) {
        try {
            return builder.sslProvider(SslProvider.JDK).protocols(PROTOCOL).build();
        } catch (SSLException e) {
            throw new IllegalStateException("this Java has no " + PROTOCOL + ": " + e.getMessage(), e);
        }
    }

    /** Trusts what these authorities have issued, for the host of the connection. */
    static X509ExtendedTrustManager trust(List<X509Certificate> authorities) {
        try {
            KeyStore anchors = KeyStore.getInstance(KeyStore.getDefaultType());
            anchors.load(null, null);
            for (X509Certificate authority : authorities) {
                anchors.setCertificateEntry(Fingerprint.of(authority).hex(), authority);
            }
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
