package io.deskmeter.controller.enrolment;

import java.security.cert.X509Certificate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Who may issue certificates of agents: the authority itself, and other controllers of the store, which can be revoked.
 * In the handshake the certificate has proved to come from the authority; a controller that it has let issue
 * certificates cannot let others do so, so the issuer's name is that of the certificate of one of them. Thread-safe;
 * nothing here waits for the store.
 */
final class Issuers {
    private final String authority;
    private volatile Map<String, IssuingController> known = Map.of();

    /** @param authority its certificate */
    Issuers(X509Certificate authority) {
        this.authority = subject(authority);
    }

    static String subject(X509Certificate certificate) {
        return certificate.getSubjectX500Principal().getName();
    }

    static String issuer(X509Certificate certificate) {
        return certificate.getIssuerX500Principal().getName();
    }

    /** Whether the authority itself has issued a certificate, and not another controller for it. */
    boolean issuedByAuthority(X509Certificate certificate) {
        return issuer(certificate).equals(authority);
    }

    void know(List<IssuingController> controllers) {
        Map<String, IssuingController> read = new HashMap<>();
        controllers.forEach(controller -> read.put(controller.subject(), controller));
        known = Map.copyOf(read);
    }

    /** Whether an issuer, given by its name, is a controller that was revoked. */
    boolean isRevoked(String issuer) {
        IssuingController controller = known.get(issuer);
        return !issuer.equals(authority) && controller != null && controller.revokedAt() != null;
    }

    /** Why certificates of an issuer, given by its name, are refused; empty if they are not. */
    Optional<String> refusal(String issuer) {
        if (issuer.equals(authority)) {
            return Optional.empty();
        }
        IssuingController controller = known.get(issuer);
        if (controller == null) {
            return Optional.of("certificate: issued by " + issuer
                    + ", which is unknown to this controller's store (expected: this controller's authority, or a controller of this store that"
                    + " has joined it; hint: was an older backup put back? Then join again)");
        }
        if (controller.revokedAt() == null) {
            return Optional.empty();
        }
        String because = String.valueOf(controller.revokedBecause());
        return Optional.of("certificate: issued by the controller " + controller.id() + " on " + controller.host()
                + ", which was revoked at " + controller.revokedAt()
                + (controller.revokedBecause() == null || because.isBlank() ? "" : ": " + because)
                + " (expected: one of a controller that is not revoked; hint: with a new join token, ./deskmeter agent setup joins anew; or"
                + " remove identity.pem from the agent's state folder, and start it with --join)");
    }
}
