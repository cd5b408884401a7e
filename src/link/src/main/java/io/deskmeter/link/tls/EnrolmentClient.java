package io.deskmeter.link.tls;

import com.google.protobuf.ByteString;
import io.deskmeter.link.tls.EnrolmentProof.Purpose;
import io.deskmeter.link.tls.Pem.KeyAndChain;
import io.deskmeter.link.v1.Enrol;
import io.deskmeter.link.v1.Enrolled;
import io.deskmeter.link.v1.FromAgent;
import io.deskmeter.link.v1.FromController;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.net.ssl.SSLSocket;

/** Makes a machine an agent, or another controller of a store: one connection, one question, one answer. */
public final class EnrolmentClient {
    private static final int PROTOCOL = 1;

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
        return enrol(host, port, token, machine, EnrolmentProof.newKeys());
    }

    /**
     * The same with a key pair that outlives this program: if the answer is lost, the token is spent, and the
     * controller gives the same agent a certificate once more to whom asks with the same token, key and name.
     */
    public static KeyAndChain enrol(String host, int port, JoinToken token, String machine, KeyPair keys)
            throws IOException {
        return enrol(host, port, token, machine, keys, false);
    }

    /**
     * Lets this controller issue certificates for the authority of another controller of the same store.
     *
     * @return the new key and the certificates: one that may issue certificates, then the authority's
     * @throws IOException as {@link #enrol}
     */
    public static KeyAndChain enrolController(String host, int port, JoinToken token, String machine)
            throws IOException {
        return enrol(host, port, token, machine, EnrolmentProof.newKeys(), true);
    }

    private static KeyAndChain enrol(
            String host, int port, JoinToken token, String machine, KeyPair keys, boolean asController)
            throws IOException {
        String secret = token.secret().text();
        Enrol request = Enrol.newBuilder()
                .setProtocol(PROTOCOL)
                .setToken(secret)
                .setPublicKey(ByteString.copyFrom(keys.getPublic().getEncoded()))
                .setSignature(ByteString.copyFrom(EnrolmentProof.sign(Purpose.ENROL, secret, keys)))
                .setHost(machine)
                .setAsController(asController)
                .build();
        FromController answer = SingleRequest.send(
                host,
                port,
                LinkTls.pinnedClient(token.authority()),
                token.authority(),
                FromAgent.newBuilder().setEnrol(request).build(),
                asController ? socket -> requireAuthority(socket, token.authority()) : socket -> {});
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

    /**
     * That the other end is the controller with the authority, and not one that issues for it: that one could pass the
     * token on to make another controller.
     */
    private static void requireAuthority(SSLSocket socket, Fingerprint authority) throws IOException {
        X509Certificate[] chain = Arrays.stream(socket.getSession().getPeerCertificates())
                .map(X509Certificate.class::cast)
                .toArray(X509Certificate[]::new);
        X509Certificate root = new PinnedAuthorityTrust(authority).in(chain).orElseThrow();
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
}
