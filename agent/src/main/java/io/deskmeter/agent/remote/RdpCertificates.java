package io.deskmeter.agent.remote;

import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.ServerTrust;
import io.deskmeter.screen.rfb.Trust;
import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Arrays;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;

/**
 * Asks RDP servers for their certificates, and decides about them by the same rules as about those of RFB servers. A
 * client program that trusts the one certificate that was found good then needs no rules of its own.
 */
public final class RdpCertificates {
    private RdpCertificates() {}

    /**
     * Connects, asks for TLS, and disconnects; no session is created. Blocks.
     *
     * @return the SHA-256 of the server's certificate, which is trusted: hexadecimal pairs joined by colons
     * @throws ScreenException why it is not trusted, or that there is none; the message begins with the address
     */
    public static String trusted(String host, int port, Trust trust, Duration within) throws ScreenException {
        String address = host + ":" + port + ": ";
        try (Socket socket = new Socket()) {
            TrustManager decides = ServerTrust.of(trust);
            RdpNegotiation.Answer answer = RdpNegotiation.say(socket, host, port, within);
            if (answer.missing().isPresent()) {
                throw new ScreenException(
                        address + answer.missing().get() + " (expected: an RDP server at that address and port)");
            }
            if (!answer.encrypts()) {
                throw new ScreenException(address + ServerTrust.CERTIFICATE
                        + "the server uses RDP's own security, without TLS, and shows none (expected: " + trust
                        + "; hint: set the server to TLS; `certificate: any` of the target sends passwords to whoever"
                        + " answers)");
            }
            return fingerprint(socket, host, port, trust, decides);
        } catch (SSLException e) {
            throw new ScreenException(address + refusal(e), e);
        } catch (IOException e) {
            throw new ScreenException(address + e.getMessage() + " (expected: an RDP server with a certificate)", e);
        } catch (GeneralSecurityException e) {
            throw new ScreenException(address + "TLS: " + e.getMessage() + " (expected: TLS of this Java)", e);
        }
    }

    private static String fingerprint(Socket socket, String host, int port, Trust trust, TrustManager decides)
            throws IOException, GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {decides}, null);
        try (SSLSocket secured = (SSLSocket) context.getSocketFactory().createSocket(socket, host, port, true)) {
            if (trust.looksAtNames()) {
                SSLParameters parameters = secured.getSSLParameters();
                parameters.setEndpointIdentificationAlgorithm("HTTPS");
                secured.setSSLParameters(parameters);
            }
            secured.startHandshake();
            return Arrays.stream(secured.getSession().getPeerCertificates())
                    .findFirst()
                    .map(RdpCertificates::x509)
                    .map(ServerTrust::fingerprint)
                    .orElseThrow(() -> new SSLException("the server has sent no certificate"));
        }
    }

    private static X509Certificate x509(Certificate shown) {
        return (X509Certificate) shown; // of TLS there is no other kind
    }

    private static String refusal(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null && !(root instanceof ServerTrust.RefusedException)) {
            root = root.getCause();
        }
        return root instanceof ServerTrust.RefusedException
                ? String.valueOf(root.getMessage())
                : ServerTrust.CERTIFICATE + "none, because TLS failed: " + root.getMessage()
                        + " (expected: a server with TLS 1.2 or 1.3; see its log)";
    }
}
