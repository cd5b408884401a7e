package io.deskmeter.controller.rights;

import io.deskmeter.controller.rights.RefusedMessages.Reason;
import io.deskmeter.controller.run.ActiveRuns;
import io.deskmeter.controller.store.run.SessionOwners;
import io.deskmeter.evidence.EvidenceFileName;
import io.deskmeter.link.peer.MessageRules;
import io.deskmeter.link.peer.PeerIdentity;
import io.deskmeter.link.v1.ContentRequest;
import io.deskmeter.link.v1.DesktopAgentMessage;
import io.deskmeter.link.v1.Evidence;
import io.deskmeter.link.v1.FromAgent;
import io.deskmeter.link.v1.SessionChange;
import io.deskmeter.link.v1.TimingRecord;
import java.util.Optional;
import org.springframework.stereotype.Component;

/**
 * Decides whether an agent may send a message: whether its role may, and whether the run and session are its own.
 * Records in batches of timings are told apart one by one where they are stored, pairs where messages are relayed, and
 * answers where they are awaited. Thread-safe.
 */
@Component
public final class PeerRights {
    private final SessionOwners owners;
    private final ActiveRuns runs;

    PeerRights(SessionOwners owners, ActiveRuns runs) {
        this.owners = owners;
        this.runs = runs;
        runs.listen(snapshot -> {
            if (snapshot.ended()) {
                owners.ended(snapshot.id());
            }
        });
    }

    /**
     * Why a message is refused.
     *
     * @param reason its kind
     * @param why for people: what, the offending value, what was expected
     */
    public record Refusal(Reason reason, String why) {}

    /** Why this agent may not send this message; empty if it may. */
    public Optional<Refusal> refusal(PeerIdentity peer, FromAgent message) {
        MessageRules.Rule rule = MessageRules.of(message.getMessageCase());
        if (!rule.roles().contains(peer.role())) {
            return Optional.of(role(peer, message.getMessageCase().name()));
        }
        if (message.getSerializedSize() > rule.mostBytes()) {
            return Optional.of(
                    tooLarge(message.getMessageCase().name(), message.getSerializedSize(), rule.mostBytes()));
        }
        if (rule.scope() == MessageRules.Scope.PAIR) {
            return ofPair(peer, message.getDesktopAgentMessage());
        }
        return foreign(peer, message)
                .map(what -> new Refusal(Reason.FOREIGN, what))
                .or(() -> over(message));
    }

    /** A pair for a run that has ended would never end. */
    private Optional<Refusal> over(FromAgent message) {
        String runId = message.getDesktopAgentRequest().getRunId();
        return message.hasDesktopAgentRequest() && runs.find(runId).isEmpty()
                ? Optional.of(new Refusal(
                        Reason.UNKNOWN,
                        "run " + shortened(runId)
                                + " (expected: a run that has not ended; hint: was the controller restarted?)"))
                : Optional.empty();
    }

    private static Refusal role(PeerIdentity peer, String message) {
        return new Refusal(
                Reason.ROLE,
                "message: " + message + " of a " + peer.roleName() + " (expected: only messages of its role; hint: see"
                        + " docs/reference/link-messages.md)");
    }

    private static Refusal tooLarge(String message, int bytes, int most) {
        return new Refusal(Reason.TOO_LARGE, message + " of " + bytes + " bytes (expected: at most " + most + ")");
    }

    private static Optional<Refusal> ofPair(PeerIdentity peer, DesktopAgentMessage message) {
        if (!MessageRules.sendersOf(message.getWhatCase()).contains(peer.role())) {
            return Optional.of(role(peer, "DESKTOP_AGENT_MESSAGE " + message.getWhatCase()));
        }
        int most = MessageRules.mostBytesOf(message.getWhatCase());
        if (message.getSerializedSize() > most) {
            return Optional.of(
                    tooLarge("DESKTOP_AGENT_MESSAGE " + message.getWhatCase(), message.getSerializedSize(), most));
        }
        SessionChange change = message.getChange().getChange();
        boolean other = message.hasChange()
                && (!change.getRunId().equals(message.getRunId()) || change.getSession() != message.getSession());
        return other
                ? Optional.of(new Refusal(
                        Reason.FOREIGN,
                        session(change.getRunId(), change.getSession()) + " (expected: that of the message around it)"))
                : Optional.empty();
    }

    /** What of the message is not the sender's own. */
    private Optional<String> foreign(PeerIdentity peer, FromAgent message) {
        return switch (message.getMessageCase()) {
            case SESSION_CHANGE ->
                ofSession(
                        peer,
                        message.getSessionChange().getRunId(),
                        message.getSessionChange().getSession());
            case DESKTOP_AGENT_REQUEST ->
                ofSession(
                        peer,
                        message.getDesktopAgentRequest().getRunId(),
                        message.getDesktopAgentRequest().getSession());
            case PAIRING_CODE_SEEN ->
                ofSession(
                        peer,
                        message.getPairingCodeSeen().getRunId(),
                        message.getPairingCodeSeen().getSession());
            case WORKING ->
                message.getWorking().getSessionsList().stream()
                        .map(work -> ofSession(peer, message.getWorking().getRunId(), work.getSession()))
                        .flatMap(Optional::stream)
                        .findFirst();
            case EVIDENCE -> ofEvidence(peer, message.getEvidence());
            case RESOURCES ->
                message.getResources().getRunId().isEmpty()
                        ? Optional.empty()
                        : ofRun(peer, message.getResources().getRunId());
            case RUN_ENDED -> ofRun(peer, message.getRunEnded().getRunId());
            case CONTENT_REQUEST -> ofWorkload(peer, message.getContentRequest());
            case HELLO,
                    PONG,
                    ENROL,
                    SETUP_REPORT,
                    RENEW_CERTIFICATE,
                    MESSAGE_NOT_SET,
                    TIMINGS,
                    DESKTOP_AGENT_MESSAGE,
                    CHECK_RESULT,
                    SCREENSHOT -> Optional.empty();
        };
    }

    private Optional<String> ofEvidence(PeerIdentity peer, Evidence evidence) {
        if (evidence.getName().isEmpty()) {
            // The number of pictures that are missing, of all its sessions.
            return ofRun(peer, evidence.getRunId());
        }
        if (!measures(peer, evidence.getRunId(), evidence.getSession())) {
            return Optional.of(notMeasured(evidence.getRunId(), evidence.getSession()));
        }
        // The files of a run lie in one folder: one of another session must not be replaced.
        if (!evidence.getName().startsWith(EvidenceFileName.beginning(evidence.getSession()))) {
            return Optional.of("name: " + shortened(evidence.getName()) + " (expected: one that begins with "
                    + EvidenceFileName.beginning(evidence.getSession()) + ", as all files of session "
                    + evidence.getSession() + ")");
        }
        TimingRecord shown = evidence.getStrip().getTiming();
        boolean other = evidence.hasStrip()
                && (!shown.getRunId().equals(evidence.getRunId()) || shown.getSession() != evidence.getSession());
        return other
                ? Optional.of(
                        "strip: " + session(shown.getRunId(), shown.getSession()) + " (expected: that of the file)")
                : Optional.empty();
    }

    private Optional<String> ofWorkload(PeerIdentity peer, ContentRequest wanted) {
        boolean own = runs.all().stream()
                .anyMatch(run ->
                        wanted.getChecksum().equals(run.plan().checksums().get(wanted.getWorkload()))
                                && owners.ownsRun(peer, run.plan().id()));
        return own
                ? Optional.empty()
                : Optional.of("workload: " + shortened(wanted.getWorkload())
                        + " (expected: one of a run in which it has a session)");
    }

    private Optional<String> ofRun(PeerIdentity peer, String runId) {
        return owners.ownsRun(peer, runId)
                ? Optional.empty()
                : Optional.of("run " + shortened(runId) + " (expected: a run that this agent works for)");
    }

    private Optional<String> ofSession(PeerIdentity peer, String runId, int session) {
        return owns(peer, runId, session) ? Optional.empty() : Optional.of(notOwn(runId, session));
    }

    /** Whether a session is, or was, that of this agent. */
    public boolean owns(PeerIdentity peer, String runId, int session) {
        return owners.ownsSession(peer, runId, session);
    }

    /** Whether a session is, or was, that of this agent, and this agent measures it. */
    public boolean measures(PeerIdentity peer, String runId, int session) {
        return owners.measuresSession(peer, runId, session);
    }

    /** Whether this agent works for the run, or has worked for it. */
    public boolean ownsRun(PeerIdentity peer, String runId) {
        return owners.ownsRun(peer, runId);
    }

    /** For people: a session of others. */
    public static String notOwn(String runId, int session) {
        return session(runId, session) + " (expected: a session of this agent)";
    }

    /** For people: a session that another agent measures. */
    public static String notMeasured(String runId, int session) {
        return session(runId, session)
                + " (expected: a session that this agent measures; in remote mode its client agent does)";
    }

    private static String session(String runId, int session) {
        return "session " + Integer.toUnsignedString(session) + " of run " + shortened(runId);
    }

    /** Of what a peer says, as much as a message for people needs. */
    public static String shortened(String text) {
        return text.length() <= 80 ? text : text.substring(0, 80) + "…";
    }
}
