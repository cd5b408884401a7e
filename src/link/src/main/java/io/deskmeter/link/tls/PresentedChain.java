package io.deskmeter.link.tls;

import io.deskmeter.text.FaultText;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Asks a web server which certificates it presents, so that a person can say whether they are the right ones. Nothing
 * is sent to it but a handshake.
 */
public final class PresentedChain {
    private static final int WITHIN_MILLIS = 20_000;

    private PresentedChain() {}

    /**
     * The certificates of a server, its own first; nothing of them has been checked.
     *
     * @throws IOException if it cannot be reached, or presents none; the message is for display
     */
    public static List<X509Certificate> of(String host, int port) throws IOException {
        Recorder recorder = new Recorder();
        try {
            SSLContext tls = SSLContext.getInstance("TLS");
            tls.init(null, new TrustManager[] {recorder}, null);
            handshake(tls, host, port);
        } catch (SSLException e) {
            if (recorder.chain.isEmpty()) {
                throw new IOException(TlsFaults.describeWeb(e, host + ":" + port), e);
            }
            // As it should be: a server that nobody knows yet gets no further.
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no TLS: " + e.getMessage(), e);
        }
        return recorder.chain;
    }

    /**
     * Checks that a server can prove that it is the one of its name.
     *
     * @param trusting whom to trust
     * @throws IOException if it cannot; the message is for display
     */
    public static void check(String host, int port, SSLContext trusting) throws IOException {
        try {
            handshake(trusting, host, port);
        } catch (SSLException e) {
            throw new IOException(TlsFaults.describeWeb(e, host + ":" + port), e);
        }
    }

    private static void handshake(SSLContext tls, String host, int port) throws IOException {
        try (Socket plain = new Socket()) {
            connect(plain, host, port);
            try (SSLSocket socket = (SSLSocket) tls.getSocketFactory().createSocket(plain, host, port, true)) {
                SSLParameters parameters = socket.getSSLParameters();
                parameters.setEndpointIdentificationAlgorithm("HTTPS");
                socket.setSSLParameters(parameters);
                socket.startHandshake();
            } catch (SocketException e) {
                throw new SSLException(String.valueOf(e.getMessage()), e);
            }
        }
    }

    private static void connect(Socket socket, String host, int port) throws IOException {
        try {
            socket.connect(new InetSocketAddress(host, port), WITHIN_MILLIS);
            socket.setSoTimeout(WITHIN_MILLIS);
        } catch (IOException e) {
            throw new IOException(
                    host + ":" + port + ": " + FaultText.reason(e) + " (expected: a running controller with --https)",
                    e);
        }
    }

    /** Trusts nobody, and remembers whom. */
    private static final class Recorder extends X509ExtendedTrustManager {
        private volatile List<X509Certificate> chain = List.of();

        private CertificateException refused(X509Certificate[] presented) {
            chain = List.of(presented);
            return new CertificateException("nobody has confirmed this certificate yet");
        }

        @Override
        public void checkServerTrusted(X509Certificate[] presented, String authType, @Nullable Socket socket)
                throws CertificateException {
            throw refused(presented);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] presented, String authType, @Nullable SSLEngine engine)
                throws CertificateException {
            throw refused(presented);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] presented, String authType) throws CertificateException {
            throw refused(presented);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] presented, String authType, @Nullable Socket socket)
                throws CertificateException {
            throw refused(presented);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] presented, String authType, @Nullable SSLEngine engine)
                throws CertificateException {
            throw refused(presented);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] presented, String authType) throws CertificateException {
            throw refused(presented);
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
