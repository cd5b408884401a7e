package io.deskmeter.controller.enrolment;

import io.deskmeter.controller.audit.AuditEntry;
import io.deskmeter.controller.audit.AuditEntry.Outcome;
import io.deskmeter.controller.audit.AuditStore;
import io.deskmeter.controller.audit.AuditWriter;
import io.deskmeter.controller.audit.AuditedRequest;
import io.deskmeter.controller.audit.RefusalLimit;
import io.deskmeter.link.peer.Certificates;
import io.deskmeter.link.peer.PeerIdentity;
import io.deskmeter.link.peer.SenderSite;
import io.deskmeter.link.v1.CertificateIssued;
import io.deskmeter.link.v1.Enrol;
import io.deskmeter.link.v1.Enrolled;
import io.deskmeter.link.v1.RenewCertificate;
import io.deskmeter.text.PeerText;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.springframework.stereotype.Component;

/**
 * Has an entry of the audit log written for each machine and each controller that joins, in the transaction of the
 * join, for each certificate that an agent has renewed, and for each of these that is refused. The certificates
 * themselves are those of {@link Enrolments}. Thread-safe.
 */
@Component
public final class AuditedJoins implements Certificates {
    /** As the entries name the port for agents of other machines. */
    static final String LISTENER = "agents";

    private static final int TARGET_LENGTH = 300;

    private final Enrolments enrolments;
    private final AuditStore store;
    private final AuditWriter writer;
    private final InstantSource wall;
    private final RefusalLimit limit;
    private final RenewalLimit renewals;

    AuditedJoins(
            Enrolments enrolments, AuditStore store, AuditWriter writer, InstantSource wall, LongSupplier nanoTime) {
        this.enrolments = enrolments;
        this.store = store;
        this.writer = writer;
        this.wall = wall;
        this.limit = new RefusalLimit(nanoTime);
        this.renewals = new RenewalLimit(nanoTime);
    }

    @Override
    public Enrolled enrol(Enrol request, String address) throws RefusedException {
        AuditedRequest audited = AuditedRequest.begin(
                store, (outcome, detail, who) -> entry(request, address, outcome, PeerText.line(detail)));
        try {
            return enrolments.enrol(request, renewals::admit);
        } catch (RefusedException e) {
            // Anybody who reaches the port could fill the store.
            limit.admit("address " + SenderSite.of(address))
                    .flatMap(more -> audited.end(Outcome.REFUSED, e.getMessage() + more))
                    .ifPresent(writer::write);
            throw e;
        } finally {
            AuditedRequest.forget();
        }
    }

    @Override
    public Optional<CertificateIssued> renew(
            PeerIdentity agent, String address, X509Certificate shown, RenewCertificate request)
            throws RefusedException {
        if (!renewals.admit(agent.id())) {
            return Optional.empty();
        }
        AuditedRequest audited = AuditedRequest.begin(
                store,
                (outcome, detail, who) -> entry(address, "agent.renew", agent.id(), outcome, PeerText.line(detail)));
        try {
            return Optional.of(enrolments.renew(agent, shown, request));
        } catch (RefusedException e) {
            audited.end(Outcome.REFUSED, String.valueOf(e.getMessage())).ifPresent(writer::write);
            throw e;
        } finally {
            AuditedRequest.forget();
        }
    }

    private AuditEntry entry(Enrol request, String address, Outcome outcome, String detail) {
        return entry(
                address,
                request.getAsController() ? "controller.join" : "agent.join",
                PeerText.line(request.getHost()),
                outcome,
                detail);
    }

    private AuditEntry entry(String address, String action, String target, Outcome outcome, String detail) {
        return new AuditEntry(
                0,
                wall.instant(),
                "",
                null,
                null,
                address,
                LISTENER,
                action,
                target.substring(0, Math.min(TARGET_LENGTH, target.length())),
                detail.substring(0, Math.min(AuditEntry.DETAIL_LENGTH, detail.length())),
                outcome);
    }
}
