package io.deskmeter.controller.installation;

import io.deskmeter.controller.audit.AuditedRequest;
import io.deskmeter.controller.enrolment.CertificateAuthentication;
import io.deskmeter.controller.enrolment.Enrolments;
import io.deskmeter.controller.enrolment.JoinTokenRecord;
import io.deskmeter.controller.installation.InstallationStage.Grade;
import io.deskmeter.controller.request.InvalidRequestException;
import io.deskmeter.controller.run.port.RunJournal.JournalException;
import io.deskmeter.link.peer.Certificates.RefusedException;
import io.deskmeter.link.peer.PeerAuthentication;
import io.deskmeter.link.peer.SetupReports;
import io.deskmeter.link.v1.SetupReport;
import io.deskmeter.link.v1.SetupStage;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/**
 * Takes the reports of setups. A report is believed if the machine shows its certificate, or a join token that this
 * controller has made for agents, even one that is spent, expired or withdrawn: a person wants to see the machine that
 * was refused for it. Thread-safe.
 */
@Component
public final class Installations implements SetupReports {
    private static final Logger LOG = LoggerFactory.getLogger(Installations.class);
    private static final int PROTOCOL = 1;

    /** Machines that show a token which is for fewer: each is refused when it joins, and shown. */
    static final int MORE_THAN_A_TOKEN_IS_FOR = 100;

    /**
     * Machines that show one certificate: copies of an image that has joined. A certificate that is stolen fills no
     * store.
     */
    static final int MOST_OF_AN_AGENT = 20;

    private static final int MOST_STAGES = 20;
    private static final int HOST_LENGTH = 300;
    private static final int LINE_LENGTH = 100;
    private static final int DETAIL_LENGTH = 4_000;
    private static final Pattern SETUP_ID = Pattern.compile("[A-Za-z0-9-]{8,64}");
    private static final Pattern STAGE = Pattern.compile("[a-z-]{1,20}");

    private final InstallationStore store;
    private final Enrolments enrolments;
    private final CertificateAuthentication certificates;
    private final InstantSource clock;
    private final AtomicLong changes = new AtomicLong();

    public Installations(InstallationStore store, Enrolments enrolments, InstantSource clock) {
        this.store = store;
        this.enrolments = enrolments;
        this.clock = clock;
        this.certificates = CertificateAuthentication.ofMachines(enrolments, clock);
    }

    /** The newest first. */
    public List<Installation> all() {
        return store.all();
    }

    /** How often they have changed here; reads nothing. */
    public long changes() {
        return changes.get();
    }

    /** Removes a machine from the list; false if it is unknown. If it reports again, it is there again. */
    public boolean remove(String id) {
        boolean removed = store.remove(id);
        changes.incrementAndGet();
        return removed;
    }

    /** The names of the machines that are expected, sorted; empty if nobody has said which. */
    public List<String> expected() {
        return store.expected();
    }

    /**
     * Says which machines are expected, in place of those before.
     *
     * @param names as people write them
     * @throws InvalidRequestException if one of them is no name of a machine, or there are too many
     */
    public void expect(List<String> names) {
        List<String> hosts = MachineNames.parse(names);
        AuditedRequest.tell(hosts.size() + " machines");
        store.expect(hosts);
        changes.incrementAndGet();
    }

    @Override
    public void note(SetupReport report, Optional<X509Certificate> shown) throws RefusedException {
        if (report.getProtocol() != PROTOCOL) {
            throw new RefusedException("protocol: " + Integer.toUnsignedString(report.getProtocol()) + " (expected: "
                    + PROTOCOL + "; hint: controller and agent must be of one version)");
        }
        try {
            put(report, shown);
        } catch (JournalException e) {
            throw new RefusedException("the controller cannot store the report: " + e.getMessage());
        } catch (DataAccessException e) {
            LOG.warn("the report of a setup cannot be checked: {}", e.getMessage());
            throw new RefusedException("the controller cannot read its store now (hint: its log has the details)");
        }
        changes.incrementAndGet();
    }

    private void put(SetupReport report, Optional<X509Certificate> shown) throws RefusedException {
        Optional<String> agent = agent(shown);
        Optional<JoinTokenRecord> token = agent.isPresent() ? Optional.empty() : Optional.of(token(report));
        Installation installation = installation(
                report, agent.orElse(null), token.map(JoinTokenRecord::id).orElse(null));
        boolean mayJoin = token.filter(one -> one.isOpen(clock.instant())).isPresent();
        int most = token.map(one -> one.machines() + MORE_THAN_A_TOKEN_IS_FOR).orElse(MOST_OF_AN_AGENT);
        if (!store.put(installation, mayJoin, most)) {
            throw new RefusedException(
                    token.isPresent()
                            ? "setup: " + most + " machines have shown this join token already (expected: at most "
                                    + MORE_THAN_A_TOKEN_IS_FOR + " more than it is for; hint: ./deskmeter enrol)"
                            : "setup: " + most + " machines have shown the certificate of agent "
                                    + installation.agent() + " already (expected: a machine each; hint: prepare"
                                    + " images with `deskmeter agent setup --image`)");
        }
    }

    private Optional<String> agent(Optional<X509Certificate> shown) throws RefusedException {
        if (shown.isEmpty()) {
            return Optional.empty();
        }
        PeerAuthentication.Decision decision = certificates.ofMachine(shown.get());
        if (decision instanceof PeerAuthentication.Authenticated authenticated) {
            return Optional.of(authenticated.peer().id());
        }
        if (decision instanceof PeerAuthentication.Rejected rejected) {
            throw new RefusedException(rejected.reason(), rejected.kind());
        }
        throw new RefusedException("");
    }

    private JoinTokenRecord token(SetupReport report) throws RefusedException {
        JoinTokenRecord token = enrolments
                .shown(report.getToken())
                .orElseThrow(
                        () -> new RefusedException(
                                "join token: unknown to this controller (expected: one that it has made; hint: ./deskmeter enrol)"));
        if (token.forController()) {
            throw new RefusedException(
                    "join token: for a controller (expected: one for agents; hint: ./deskmeter enrol)");
        }
        return token;
    }

    private Installation installation(SetupReport report, @Nullable String agent, @Nullable String token)
            throws RefusedException {
        require("setup_id", report.getSetupId(), SETUP_ID, "8 to 64 letters, digits and `-`");
        if (report.getHost().isBlank()) {
            throw new RefusedException("host: empty (expected: the name of the machine)");
        }
        if (report.getStagesCount() > MOST_STAGES) {
            throw new RefusedException(
                    "stages: " + report.getStagesCount() + " (expected: at most " + MOST_STAGES + ")");
        }
        for (SetupStage stage : report.getStagesList()) {
            require("stage", stage.getStage(), STAGE, "lower-case letters");
        }
        Instant now = clock.instant();
        return new Installation(
                UUID.randomUUID().toString(),
                report.getSetupId(),
                shortened(report.getHost(), HOST_LENGTH),
                agent,
                token,
                shortened(report.getVersion(), LINE_LENGTH),
                shortened(report.getOptimisations(), LINE_LENGTH),
                report.getStagesList().stream().map(Installations::stage).toList(),
                report.getEnded(),
                report.getExitCode(),
                now,
                now,
                attempt(report),
                report.getNumber());
    }

    private static String attempt(SetupReport report) throws RefusedException {
        if (!report.getAttempt().isEmpty()) {
            require("attempt", report.getAttempt(), SETUP_ID, "8 to 64 letters, digits and `-`");
        }
        return report.getAttempt();
    }

    private static void require(String what, String value, Pattern form, String expected) throws RefusedException {
        if (!form.matcher(value).matches()) {
            throw new RefusedException(what + ": " + shortened(value, LINE_LENGTH) + " (expected: " + expected + ")");
        }
    }

    private static InstallationStage stage(SetupStage told) {
        Grade grade = switch (told.getGrade()) {
            case SETUP_GRADE_OK -> Grade.OK;
            case SETUP_GRADE_FAILED -> Grade.FAILED;
            // Of a later version: something that it finds worth a look.
            case SETUP_GRADE_WARNING, UNRECOGNIZED -> Grade.WARNING;
            case SETUP_GRADE_RUNNING -> Grade.RUNNING;
        };
        return new InstallationStage(
                told.getStage(),
                grade,
                shortened(told.getResult(), LINE_LENGTH),
                shortened(told.getDetail(), DETAIL_LENGTH));
    }

    private static String shortened(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most - 1) + "…";
    }
}
