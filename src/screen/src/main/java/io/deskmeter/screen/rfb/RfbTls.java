package io.deskmeter.screen.rfb;

import io.deskmeter.screen.ScreenException;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;

/**
 * The TLS contexts, created once for all sessions: reading the authorities of a Java installation takes a tenth of a
 * second. Thread-safe.
 */
final class RfbTls {
    private final Map<Trust, SslContext> certified = new ConcurrentHashMap<>();
    private final List<String> anonymousSuites;

    RfbTls() {
        anonymousSuites = anonymousSuites();
    }

    /** Whether this Java allows TLS without certificates; by default it does not. */
    boolean hasAnonymous() {
        return !anonymousSuites.isEmpty();
    }

    /** For servers with a certificate. */
    SslContext certified(Trust trust) throws ScreenException {
        SslContext known = certified.get(trust);
        if (known != null) {
            return known;
        }
        try {
            SslContextBuilder builder =
                    SslContextBuilder.forClient().sslProvider(SslProvider.JDK).protocols("TLSv1.3", "TLSv1.2");
            // RfbConnection sets the host name.
            builder.endpointIdentificationAlgorithm(null);
            SslContext made = builder.trustManager(
                            trust.kind() == Trust.Kind.ANY
                                    ? InsecureTrustManagerFactory.INSTANCE.getTrustManagers()[0]
                                    : ServerTrust.of(trust))
                    .build();
            if (trust.kind() != Trust.Kind.FILE) { // which may be renewed while this program runs
                certified.put(trust, made);
            }
            return made;
        } catch (IOException e) {
            throw new ScreenException(String.valueOf(e.getMessage()), e);
        }
    }

    /** For servers without a certificate. */
    SslContext anonymous() throws ScreenException {
        try {
            return SslContextBuilder.forClient()
                    .sslProvider(SslProvider.JDK)
                    .protocols("TLSv1.2") // the last that knows such suites
                    .ciphers(anonymousSuites)
                    .endpointIdentificationAlgorithm(null)
                    .build();
        } catch (SSLException e) {
            throw new ScreenException("TLS without certificates: " + e.getMessage() + " (expected: allowed here)", e);
        }
    }

    private static List<String> anonymousSuites() {
        try {
            SSLContext context = SSLContext.getInstance("TLSv1.2");
            context.init(null, null, null);
            return Arrays.stream(context.getSupportedSSLParameters().getCipherSuites())
                    .filter(s -> s.contains("_anon_WITH_AES"))
                    .toList();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("TLS is missing from this Java (expected: provider SunJSSE)", e);
        }
    }
}
