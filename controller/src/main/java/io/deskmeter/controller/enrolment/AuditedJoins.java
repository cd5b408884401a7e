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
import org.springframework.stereotype.Component;

/**
 * Has an entry of the audit log written for each machine and each controller that joins, in the transaction of the join, and for each that is refused. The certificates themselves are those of {@link Enrolments}. Thread-safe.
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

    AuditedJoins(Enrolments enrolments, AuditStore store, AuditWriter writer, InstantSource wall) {
        this.enrolments = enrolments;
        this.store = store;
        this.writer = writer;
        this.wall = wall;
        this.limit = new RefusalLimit(wall);
    }

    @Override
    public Enrolled enrol(Enrol request, String address) throws RefusedException {
        AuditedRequest audited = AuditedRequest.begin(
                store, (outcome, detail, who) -> entry(request, address, outcome, PeerText.line(detail)));
        try {
            return enrolments.enrol(request);
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

    private AuditEntry entry(Enrol request, String address, Outcome outcome, String detail) {
        String host = PeerText.line(request.getHost());
        return new AuditEntry(
                0,
                wall.instant(),
                "",
                null,
                null,
                address,
                LISTENER,
                request.getAsController() ? "controller.join" : "agent.join",
                host.substring(0, Math.min(TARGET_LENGTH, host.length())),
                detail.substring(0, Math.min(AuditEntry.DETAIL_LENGTH, detail.length())),
                outcome);
    }

    @Override
    public CertificateIssued renew(PeerIdentity agent, X509Certificate shown, RenewCertificate request)
            throws RefusedException {
        return enrolments.renew(agent, shown, request);
    }
}
