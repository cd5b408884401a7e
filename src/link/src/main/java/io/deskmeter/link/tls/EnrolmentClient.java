package io.deskmeter.link.tls;

import com.google.protobuf.ByteString;
import io.deskmeter.link.tls.EnrolmentProof.Purpose;
import io.deskmeter.link.tls.Pem.KeyAndChain;
import io.deskmeter.link.v1.Enrol;
import io.deskmeter.link.v1.Enrolled;
import io.deskmeter.link.v1.FromAgent;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.text.FaultText;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;

/** Makes a machine an agent, or another controller of a store: one connection, one question, one answer. */
public final class EnrolmentClient {
    private static final int PROTOCOL = 1;
    private static final int WITHIN_MILLIS = 20_000;
    private static final int LONGEST_ANSWER = 64 << 10;

    private EnrolmentClient() {}

    /**
     * Enrols this machine.
     *
     * @param host of the controller, name or address
     * @param machine the name of this machine, for display
     * @return the new key and the certificates; the common name of the first one is the agent's id
     * @throws EnrolmentRefusedException if the controller refuses, or is another one than that of the token
     * @throws IOException if the controller cannot be reached; the message is for display
     */
    public static KeyAndChain enrol(String host, int port, JoinToken token, String machine) throws IOException {
        return enrol(host, port, token, machine, false);
    }

    /**
     * Lets this controller issue certificates for the authority of another controller of the same store.
     *
     * @return the new key and the certificates: one that may issue certificates, then the authority's
     * @throws IOException as {@link #enrol}
     */
    public static KeyAndChain enrolController(String host, int port, JoinToken token, String machine)
            throws IOException {
        return enrol(host, port, token, machine, true);
    }

    private static KeyAndChain enrol(String host, int port, JoinToken token, String machine, boolean asController)
            throws IOException {
        KeyPair keys = EnrolmentProof.newKeys();
        String secret = token.secret().text();
        Enrol request = Enrol.newBuilder()
                .setProtocol(PROTOCOL)
                .setToken(secret)
                .setPublicKey(ByteString.copyFrom(keys.getPublic().getEncoded()))
                .setSignature(ByteString.copyFrom(EnrolmentProof.sign(Purpose.ENROL, secret, keys)))
                .setHost(machine)
                .setAsController(asController)
                .build();
        FromController answer = ask(host, port, token, request);
        if (answer.hasRefused()) {
            throw new EnrolmentRefusedException(
                    "the controller refuses: " + answer.getRefused().getReason());
        }
        if (!answer.hasEnrolled()) {
            throw new IOException(
                    "the controller's answer: " + answer.getMessageCase() + " (expected: ENROLLED or REFUSED)");
        }
        Enrolled enrolled = answer.getEnrolled();
        return issued(keys, enrolled.getCertificatesList(), token.authority());
    }

    /**
     * What a controller has issued for a key pair.
     *
     * @param authority by which the agent knows its controller
     * @throws IOException if it is for another key, or of another authority
     */
    public static KeyAndChain issued(KeyPair keys, List<ByteString> certificates, Fingerprint authority)
            throws IOException {
        List<X509Certificate> chain = new ArrayList<>();
        for (ByteString certificate : certificates) {
            chain.add(Pem.certificate(certificate.toByteArray()));
        }
        if (chain.isEmpty() || !chain.get(0).getPublicKey().equals(keys.getPublic())) {
            throw new IOException("certificate: none for this machine's key (expected: one that was issued for it)");
        }
        Fingerprint last = Fingerprint.of(chain.get(chain.size() - 1));
        if (!last.equals(authority)) {
            throw new IOException("authority: " + last + " (expected: " + authority + ")");
        }
        for (int i = 0; i < chain.size(); i++) {
            requireSigned(chain.get(i), chain.get(Math.min(i + 1, chain.size() - 1)));
        }
        return new KeyAndChain(keys.getPrivate(), chain);
    }

    private static void requireSigned(X509Certificate certificate, X509Certificate issuer) throws IOException {
        try {
            certificate.verify(issuer.getPublicKey());
        } catch (GeneralSecurityException e) {
            throw new IOException(
                    "certificate of " + certificate.getSubjectX500Principal() + ": " + e.getMessage()
                            + " (expected: one that its authority has signed, " + issuer.getSubjectX500Principal()
                            + ")",
                    e);
        }
    }

    /**
     * What a controller has issued for a key pair in place of what an agent has.
     *
     * @throws IOException if it is for another key or another agent, or of another authority
     */
    public static KeyAndChain renewed(KeyPair keys, List<ByteString> certificates, KeyAndChain present)
            throws IOException {
        KeyAndChain renewed = issued(keys, certificates, Fingerprint.of(present.authority()));
        String id = MachineIdentity.commonName(renewed.certificate());
        String own = MachineIdentity.commonName(present.certificate());
        if (!id.equals(own)) {
            throw new IOException("certificate: of agent " + id + " (expected: of agent " + own + ")");
        }
        return renewed;
    }

    private static FromController ask(String host, int port, JoinToken token, Enrol request) throws IOException {
        try (Socket plain = new Socket()) {
            plain.connect(new InetSocketAddress(host, port), WITHIN_MILLIS);
            plain.setSoTimeout(WITHIN_MILLIS);
            SSLContext tls = SSLContext.getInstance(TlsContexts.PROTOCOL);
            tls.init(null, new TrustManager[] {new PinnedTrust(token.authority())}, null);
            try (SSLSocket socket = (SSLSocket) tls.getSocketFactory().createSocket(plain, host, port, true)) {
                SSLParameters parameters = socket.getSSLParameters();
                parameters.setEndpointIdentificationAlgorithm("HTTPS");
                parameters.setProtocols(new String[] {TlsContexts.PROTOCOL});
                parameters.setApplicationProtocols(new String[] {TlsContexts.asking(token.authority())});
                socket.setSSLParameters(parameters);
                socket.startHandshake();
                if (request.getAsController()) {
                    requireAuthority(socket, token.authority());
                }
                byte[] frame = FromAgent.newBuilder().setEnrol(request).build().toByteArray();
                DataOutputStream out = new DataOutputStream(socket.getOutputStream());
                out.writeInt(frame.length);
                out.write(frame);
                out.flush();
                return answer(new DataInputStream(socket.getInputStream()));
            }
        } catch (SSLException e) {
            throw new EnrolmentRefusedException(TlsFaults.describe(e, host + ":" + port), e);
        } catch (SocketException | SocketTimeoutException | UnknownHostException e) {
            throw new IOException(
                    host + ":" + port + ": " + FaultText.reason(e)
                            + " (expected: a controller's port for agents of other machines; hint: is it started with --agents, and reached from here?)",
                    e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no " + TlsContexts.PROTOCOL + ": " + e.getMessage(), e);
        } catch (EOFException e) {
            throw new IOException(
                    host + ":" + port
                            + ": connection closed without an answer (expected: ENROLLED or REFUSED; hint: is this the controller's port for agents of other machines?)",
                    e);
        }
    }

    /**
     * That the other end is the controller with the authority, and not one that issues for it: that one could pass the token on to make another controller.
     */
    private static void requireAuthority(SSLSocket socket, Fingerprint authority) throws IOException {
        X509Certificate[] chain = Arrays.stream(socket.getSession().getPeerCertificates())
                .map(X509Certificate.class::cast)
                .toArray(X509Certificate[]::new);
        X509Certificate root = new PinnedTrust(authority).in(chain).orElseThrow();
        try {
            chain[0].verify(root.getPublicKey());
        } catch (GeneralSecurityException e) {
            throw new IOException(
                    socket.getInetAddress().getHostAddress() + ":" + socket.getPort()
                            + ": issues certificates for the authority of another controller (expected: the address of the controller that has made the"
                            + " join token; hint: the token has not been sent)",
                    e);
        }
    }

    private static FromController answer(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > LONGEST_ANSWER) {
            throw new IOException("the controller's answer: " + Integer.toUnsignedString(length)
                    + " bytes (expected: <= " + LONGEST_ANSWER + ")");
        }
        return FromController.parseFrom(in.readNBytes(length));
    }
}
