package io.deskmeter.controller.enrolment;

import com.google.protobuf.ByteString;
import io.deskmeter.controller.audit.AuditedRequest;
import io.deskmeter.controller.faults.ControllerThreads;
import io.deskmeter.controller.faults.InternalFaults;
import io.deskmeter.controller.request.InvalidRequestException;
import io.deskmeter.controller.run.RunJournal.JournalException;
import io.deskmeter.link.Certificates;
import io.deskmeter.link.PeerIdentity;
import io.deskmeter.link.access.Token;
import io.deskmeter.link.tls.EnrolmentProof;
import io.deskmeter.link.tls.EnrolmentProof.Purpose;
import io.deskmeter.link.tls.JoinToken;
import io.deskmeter.link.v1.CertificateIssued;
import io.deskmeter.link.v1.Enrol;
import io.deskmeter.link.v1.Enrolled;
import io.deskmeter.link.v1.RenewCertificate;
import io.deskmeter.text.PeerText;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.PublicKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/**
 * Makes join tokens, lets machines join, and revokes them. What was decided at another controller of the same store takes effect here within {@link #REFRESH}. Thread-safe.
 */
@Component
public final class Enrolments implements Certificates, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Enrolments.class);
    static final Duration REFRESH = Duration.ofSeconds(3);
    private static final Duration LONGEST = Duration.ofDays(30);
    private static final int PROTOCOL = 1;
    private static final int MOST_MACHINES = 100_000;
    private static final int MOST_LABELS = 30;
    private static final int HOST_LENGTH = 300;
    private static final int REASON_LENGTH = 1000;
    private static final Pattern LABEL = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

    private final EnrolmentStore store;
    private final CertificateAuthority authority;
    private final InstantSource clock;
    private final ScheduledExecutorService timer;
    private volatile Map<String, EnrolledAgent> known = Map.of();
    private volatile boolean unread;
    private volatile Runnable links = () -> {};

    public Enrolments(
            EnrolmentStore store, CertificateAuthority authority, InstantSource clock, InternalFaults faults) {
        this.store = store;
        this.authority = authority;
        this.clock = clock;
        this.timer = ControllerThreads.timers("enrolments", faults);
        read();
    }

    /**
     * Begins to look for revocations.
     *
     * @param ending ends the links for which there is a {@linkplain #revocation revocation}
     */
    public void start(Runnable ending) {
        links = ending;
        var unused = timer.scheduleWithFixedDelay(
                this::refreshed, REFRESH.toMillis(), REFRESH.toMillis(), TimeUnit.MILLISECONDS);
    }

    /**
     * Makes a join token.
     *
     * @param machines how many may join with it
     * @param valid for how long
     * @return its text, which is shown once, and what is stored of it
     */
    public Made make(int machines, List<String> labels, Duration valid) {
        if (machines < 1 || machines > MOST_MACHINES) {
            throw new InvalidRequestException("machines: " + machines + " (expected: 1 to " + MOST_MACHINES + ")");
        }
        if (valid.isNegative() || valid.isZero() || valid.compareTo(LONGEST) > 0) {
            throw new InvalidRequestException(
                    "valid for: " + valid + " (expected: more than nothing, at most " + LONGEST.toDays() + " days)");
        }
        if (labels.size() > MOST_LABELS) {
            throw new InvalidRequestException("labels: " + labels.size() + " (expected: at most " + MOST_LABELS + ")");
        }
        for (String label : labels) {
            if (label == null || !LABEL.matcher(label).matches()) {
                throw new InvalidRequestException(
                        "label: " + label + " (expected: a name of letters, digits, `.`, `_` and `-`)");
            }
        }
        JoinToken token = new JoinToken(authority.fingerprint(), Token.random());
        Instant now = clock.instant();
        JoinTokenRecord stored = new JoinTokenRecord(
                UUID.randomUUID().toString(),
                hash(token.secret().text()),
                labels,
                machines,
                0,
                now,
                now.plus(valid),
                false);
        AuditedRequest.tell(
                "join token " + stored.id() + " for " + machines + " machines, until " + stored.expiresAt());
        store.add(stored);
        return new Made(token.text(), stored);
    }

    /**
     * A new join token.
     *
     * @param text for the person who pastes it
     */
    public record Made(String text, JoinTokenRecord token) {}

    public List<JoinTokenRecord> tokens() {
        return store.tokens();
    }

    /** Nobody joins with this token any more; false if there is none. */
    public boolean withdraw(String id) {
        return store.withdraw(id);
    }

    public List<EnrolledAgent> agents() {
        return store.agents();
    }

    /** Whether a machine has joined as this agent, revoked or not; does not wait for the store. */
    public boolean isMachine(String agent) {
        return known.containsKey(agent);
    }

    /** An agent as it was known a moment ago; does not wait for the store. */
    Optional<EnrolledAgent> known(String agent) {
        return Optional.ofNullable(known.get(agent));
    }

    /** Whether an agent has a certificate that is not revoked, as far as this is known here. */
    public boolean hasJoined(String agent) {
        return known(agent).filter(joined -> joined.revokedAt() == null).isPresent();
    }

    /** Refuses an agent from now on, and ends its links; false if it has never joined. */
    public boolean revoke(String agent, String because) {
        String printable = PeerText.line(because);
        String reason = printable.substring(0, Math.min(REASON_LENGTH, printable.length()));
        if (!store.revoke(agent, clock.instant(), reason)) {
            return false;
        }
        refresh();
        return true;
    }

    /** One at a time: a slower reader would put back what was before the revocation or the machine of a faster one. */
    private synchronized void read() {
        Map<String, EnrolledAgent> read = new HashMap<>();
        store.agents().forEach(agent -> read.put(agent.agent(), agent));
        known = Map.copyOf(read);
    }

    /** By the timer: where the store does not answer, what is known stays until it does. */
    private void refreshed() {
        try {
            refresh();
            unread = false;
        } catch (DataAccessException e) {
            if (!unread) {
                log.warn(
                        "revocations cannot be read: {}; trying again every {} s", e.getMessage(), REFRESH.toSeconds());
            }
            unread = true;
        }
    }

    private void refresh() {
        read();
        // All of them, each time: a link may have been made at the moment of the revocation.
        links.run();
    }

    /** That an agent is revoked, with the reason, as far as this is known here; empty if it is not. Does not wait for the store. */
    public Optional<String> revocation(String agent) {
        return known(agent).filter(joined -> joined.revokedAt() != null).map(Enrolments::revoked);
    }

    static String revoked(EnrolledAgent agent) {
        return "agent " + agent.agent() + " was revoked at " + agent.revokedAt()
                + (String.valueOf(agent.revokedBecause()).isBlank() ? "" : ": " + agent.revokedBecause())
                + " (expected: an agent that is not revoked; hint: remove identity.pem from its state folder, then join with a new join token)";
    }

    @Override
    public Enrolled enrol(Enrol request) throws RefusedException {
        if (request.getProtocol() != PROTOCOL) {
            throw new RefusedException("protocol: " + Integer.toUnsignedString(request.getProtocol()) + " (expected: "
                    + PROTOCOL + "; hint: controller and agent must be of one version)");
        }
        String secret = request.getToken();
        String hash = hash(secret);
        PublicKey key = verified(Purpose.ENROL, secret, request.getPublicKey(), request.getSignature());
        try {
            JoinTokenRecord token = store.token(hash)
                    .orElseThrow(
                            () -> new RefusedException(
                                    "join token: unknown to this controller (expected: one that it has made; hint: ./deskmeter enrol)"));
            String id = UUID.randomUUID().toString();
            List<X509Certificate> chain = authority.agent(id, key);
            EnrolledAgent agent = new EnrolledAgent(
                    id,
                    request.getHost()
                            .substring(
                                    0, Math.min(HOST_LENGTH, request.getHost().length())),
                    token.labels(),
                    clock.instant(),
                    chain.get(0).getNotAfter().toInstant(),
                    null,
                    null);
            if (!store.join(hash, agent)) {
                throw new RefusedException(refusal(store.token(hash).orElse(token)));
            }
            read();
            return Enrolled.newBuilder()
                    .setAgentId(id)
                    .addAllCertificates(encoded(chain))
                    .addAllLabels(token.labels())
                    .build();
        } catch (JournalException e) {
            throw new RefusedException("the controller cannot store the machine: " + e.getMessage()
                    + " (expected: a store that can be written; hint: try again later)");
        }
    }

    private String refusal(JoinTokenRecord token) {
        if (token.withdrawn()) {
            return "join token: withdrawn (expected: a valid one; hint: ./deskmeter enrol)";
        }
        if (token.joined() >= token.machines()) {
            return "join token: used for " + token.joined() + " of " + token.machines()
                    + " machines (expected: one that is not used up; hint: ./deskmeter enrol, --machines N for several)";
        }
        return "join token: expired at " + token.expiresAt() + ", at this controller it is " + clock.instant()
                + " (expected: a valid one; hint: ./deskmeter enrol)";
    }

    @Override
    public CertificateIssued renew(PeerIdentity agent, RenewCertificate request) throws RefusedException {
        PublicKey key = verified(Purpose.RENEW, agent.id(), request.getPublicKey(), request.getSignature());
        List<X509Certificate> chain = authority.agent(agent.id(), key);
        try {
            if (!store.renewed(agent.id(), chain.get(0).getNotAfter().toInstant())) {
                throw new RefusedException("agent " + agent.id()
                        + " has not joined, or is revoked (expected: an agent with a certificate)");
            }
        } catch (JournalException e) {
            throw new RefusedException("the controller cannot store the certificate: " + e.getMessage());
        }
        return CertificateIssued.newBuilder().addAllCertificates(encoded(chain)).build();
    }

    private static PublicKey verified(Purpose purpose, String bound, ByteString key, ByteString proof)
            throws RefusedException {
        try {
            return EnrolmentProof.verify(purpose, bound, key.toByteArray(), proof.toByteArray());
        } catch (IllegalArgumentException e) {
            throw new RefusedException(String.valueOf(e.getMessage()));
        }
    }

    private static List<ByteString> encoded(List<X509Certificate> chain) {
        List<ByteString> encoded = new ArrayList<>();
        try {
            for (X509Certificate certificate : chain) {
                encoded.add(ByteString.copyFrom(certificate.getEncoded()));
            }
        } catch (CertificateEncodingException e) {
            throw new IllegalStateException(e);
        }
        return encoded;
    }

    private static String hash(String secret) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(secret.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
