package io.deskmeter.link.peer;

import io.deskmeter.link.v1.CertificateIssued;
import io.deskmeter.link.v1.Enrol;
import io.deskmeter.link.v1.Enrolled;
import io.deskmeter.link.v1.RefusalKind;
import io.deskmeter.link.v1.RenewCertificate;
import java.security.cert.X509Certificate;
import java.util.Optional;

/** Issues certificates to agents. Called on a worker: it may block. */
public interface Certificates {
    /** Why a port without TLS has nothing for machines that are not agents yet. */
    String NOT_HERE =
            "this port is without TLS (expected: the controller's port for agents of other machines, as `./deskmeter enrol` prints it)";

    /** Of a server whose agents have no certificates. */
    Certificates NONE = new Certificates() {
        @Override
        public Enrolled enrol(Enrol request, String address) throws RefusedException {
            throw new RefusedException(NOT_HERE);
        }

        @Override
        public Optional<CertificateIssued> renew(
                PeerIdentity agent, String address, X509Certificate shown, RenewCertificate request)
                throws RefusedException {
            throw new RefusedException(NOT_HERE);
        }
    };

    /**
     * Makes the machine that asks an agent, if its join token is valid.
     *
     * @param address of the machine, in digits, as far as the connection tells it
     */
    Enrolled enrol(Enrol request, String address) throws RefusedException;

    /**
     * Issues a certificate for a new key to an agent that has one.
     *
     * @param address as of {@link #enrol}
     * @param shown the certificate that it has shown when it connected
     * @return empty where it has got so many of late that it gets none now; it may ask again later
     */
    Optional<CertificateIssued> renew(
            PeerIdentity agent, String address, X509Certificate shown, RenewCertificate request)
            throws RefusedException;

    /** No certificate; the message is for the person at the agent. */
    final class RefusedException extends Exception {
        private static final long serialVersionUID = 1L;

        private final RefusalKind kind;

        public RefusedException(String message) {
            this(message, RefusalKind.REFUSAL_KIND_OTHER);
        }

        public RefusedException(String message, RefusalKind kind) {
            super(message);
            this.kind = kind;
        }

        /** For programs. */
        public RefusalKind kind() {
            return kind;
        }
    }
}
