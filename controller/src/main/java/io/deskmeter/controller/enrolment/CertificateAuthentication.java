package io.deskmeter.controller.enrolment;

import io.deskmeter.link.peer.PeerAuthentication;
import io.deskmeter.link.peer.PeerIdentity;
import io.deskmeter.link.tls.MachineIdentity;
import io.deskmeter.link.v1.AgentRole;
import io.deskmeter.link.v1.Hello;
import io.deskmeter.link.v1.RefusalKind;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Function;

/**
 * Tells who an agent of another machine is. A client agent is who its certificate says. Desktop agents have none: what
 * users of a desktop can read must not prove anything, so they show the secret that lets them connect, or the ticket of
 * the client agent that has started them, and are asked to show a code.
 */
public final class CertificateAuthentication implements PeerAuthentication {
    /** By then all controllers of the store know a machine that has joined. */
    private static final Duration SETTLED = Duration.ofMinutes(1);

    private static final Duration CLOCKS_DIFFER = Duration.ofHours(1);

    private final Enrolments enrolments;
    private final Function<PeerIdentity, Optional<String>> taken;
    private final PeerAuthentication desktops;
    private final InstantSource clock;

    /**
     * Authenticates by the certificates of an authority.
     *
     * @param taken why an id must not be used in a role; does not block
     * @param desktops authenticates desktop agents by their secret or ticket
     */
    public CertificateAuthentication(
            Enrolments enrolments,
            Function<PeerIdentity, Optional<String>> taken,
            PeerAuthentication desktops,
            InstantSource clock) {
        this.enrolments = enrolments;
        this.taken = taken;
        this.desktops = desktops;
        this.clock = clock;
    }

    /** For connections on which only machines with a certificate are asked for, whose ids nobody else has. */
    public static CertificateAuthentication ofMachines(Enrolments enrolments, InstantSource clock) {
        return new CertificateAuthentication(enrolments, peer -> Optional.empty(), PeerAuthentication.TRUSTING, clock);
    }

    /** Which agent the machine is that has shown a certificate. */
    public Decision ofMachine(X509Certificate certificate) {
        return check(certificate);
    }

    @Override
    public Decision authenticate(Hello hello, Optional<X509Certificate> certificate) {
        if (certificate.isPresent()) {
            return enrolled(certificate.get());
        }
        if (PeerIdentity.saidBy(hello).isDesktop()) {
            return desktops.authenticate(hello, certificate);
        }
        return new Rejected(
                "certificate: none (expected: that of a machine which has joined this controller; hint: ./deskmeter enrol at the controller, and"
                        + " --join TOKEN here)");
    }

    private Decision enrolled(X509Certificate certificate) {
        Decision decision = check(certificate);
        return decision instanceof Authenticated authenticated ? free(authenticated) : decision;
    }

    private Decision free(Authenticated authenticated) {
        return taken.apply(authenticated.peer()).<Decision>map(Rejected::new).orElse(authenticated);
    }

    private Decision check(X509Certificate certificate) {
        String id = MachineIdentity.commonName(certificate);
        Instant now = clock.instant();
        // Another controller of the store may have issued it a moment ago, or the store not have answered since: then
        // this one has not read it yet.
        boolean settled = enrolments.isCurrent()
                && CertificateAuthority.issued(certificate).plus(SETTLED).isBefore(now);
        Optional<EnrolledAgent> known = enrolments.known(id);
        if (known.isEmpty()) {
            return new Rejected(
                    "agent " + id
                            + " is unknown to this controller's store (expected: an agent that has joined; hint: was an older backup put back? Then join"
                            + " again)",
                    settled);
        }
        EnrolledAgent agent = known.get();
        if (agent.revokedAt() != null) {
            return new Rejected(Enrolments.revoked(agent), true, RefusalKind.REFUSAL_KIND_REVOKED);
        }
        Optional<String> refusal = enrolments.refused(agent, certificate);
        if (refusal.isPresent()) {
            return new Rejected(
                    refusal.get(),
                    settled,
                    enrolments.isIssuerRevoked(certificate)
                            ? RefusalKind.REFUSAL_KIND_REVOKED
                            : RefusalKind.REFUSAL_KIND_OTHER);
        }
        if (certificate.getNotAfter().toInstant().plus(CLOCKS_DIFFER).isBefore(now)
                || certificate.getNotBefore().toInstant().minus(CLOCKS_DIFFER).isAfter(now)) {
            return new Rejected(
                    "certificate: valid from " + certificate.getNotBefore().toInstant() + " to "
                            + certificate.getNotAfter().toInstant() + ", at this controller it is " + now
                            + " (expected: a valid one; hint: compare the clocks, or join again with a new join token)");
        }
        return new Authenticated(new PeerIdentity(id, AgentRole.AGENT_ROLE_CLIENT), Optional.of(agent.labels()));
    }
}
