package io.deskmeter.controller.tls;

import io.deskmeter.link.tls.LinkTls;
import io.deskmeter.link.tls.Pem.KeyAndChain;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.util.function.Supplier;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.TrustManager;
import org.apache.tomcat.util.net.SSLContext;

/**
 * TLS of the web server, with the certificate that is current at each handshake: Tomcat's own would need a new
 * configuration for each renewal.
 */
final class ServedTls implements SSLContext {
    private static final int SESSIONS = 1_024;

    private final Supplier<KeyAndChain> current;
    private final javax.net.ssl.SSLContext context;

    ServedTls(Supplier<KeyAndChain> current) {
        this.current = current;
        this.context = LinkTls.web(current);
        context.getServerSessionContext().setSessionCacheSize(SESSIONS);
    }

    @Override
    public void init(KeyManager[] keys, TrustManager[] trust, SecureRandom random) {
        // It has a key.
    }

    @Override
    public void destroy() {
        // Nothing to release.
    }

    @Override
    public SSLSessionContext getServerSessionContext() {
        return context.getServerSessionContext();
    }

    @Override
    public SSLEngine createSSLEngine() {
        return context.createSSLEngine();
    }

    @Override
    public SSLServerSocketFactory getServerSocketFactory() {
        return context.getServerSocketFactory();
    }

    @Override
    public SSLParameters getSupportedSSLParameters() {
        return context.getSupportedSSLParameters();
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return current.get().chain().toArray(X509Certificate[]::new);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
