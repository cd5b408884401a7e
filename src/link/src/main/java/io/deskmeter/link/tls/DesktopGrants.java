package io.deskmeter.link.tls;

import com.google.protobuf.ByteString;
import io.deskmeter.link.tls.EnrolmentProof.Purpose;
import io.deskmeter.link.tls.Pem.KeyAndChain;
import io.deskmeter.link.v1.DesktopGrant;
import java.io.IOException;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;

/** With a grant, a client agent answers for a desktop agent that it starts: the desktop agent gets no right but to be the one of its ticket. */
public final class DesktopGrants {
    private DesktopGrants() {}

    /** Signs a ticket with the key of a client agent. */
    public static DesktopGrant of(KeyAndChain clientAgent, String ticket) {
        DesktopGrant.Builder grant = DesktopGrant.newBuilder()
                .setSignature(ByteString.copyFrom(EnrolmentProof.sign(
                        Purpose.DESKTOP, ticket, clientAgent.certificate().getPublicKey(), clientAgent.key())));
        try {
            for (X509Certificate certificate : clientAgent.chain()) {
                grant.addCertificates(ByteString.copyFrom(certificate.getEncoded()));
            }
        } catch (CertificateEncodingException e) {
            throw new IllegalStateException(e);
        }
        return grant.build();
    }

    /**
     * The certificate of the client agent that answers.
     *
     * @throws IllegalArgumentException if no agent of this authority has signed the ticket
     */
    public static X509Certificate verify(DesktopGrant grant, String ticket, X509Certificate authority) {
        try {
            List<X509Certificate> chain = new ArrayList<>();
            for (ByteString certificate : grant.getCertificatesList()) {
                chain.add(Pem.certificate(certificate.toByteArray()));
            }
            if (chain.isEmpty() || ticket.isEmpty()) {
                throw new IllegalArgumentException(
                        "grant: without a " + (ticket.isEmpty() ? "ticket" : "certificate") + " (expected: both)");
            }
            AgentTrust.check(chain.toArray(X509Certificate[]::new), authority);
            EnrolmentProof.verify(
                    Purpose.DESKTOP,
                    ticket,
                    chain.get(0).getPublicKey().getEncoded(),
                    grant.getSignature().toByteArray());
            return chain.get(0);
        } catch (IOException | CertificateException e) {
            throw new IllegalArgumentException(
                    "grant: " + e.getMessage() + " (expected: one of an agent that has joined this controller)", e);
        }
    }
}
