package io.deskmeter.controller.enrolment;

import com.google.protobuf.ByteString;
import io.deskmeter.controller.audit.AuditedRequest;
import io.deskmeter.controller.faults.ControllerThreads;
import io.deskmeter.controller.faults.InternalFaults;
import io.deskmeter.controller.request.InvalidRequestException;
import io.deskmeter.controller.run.port.RunJournal.JournalException;
import io.deskmeter.link.access.Token;
import io.deskmeter.link.peer.Certificates.RefusedException;
import io.deskmeter.link.peer.PeerIdentity;
import io.deskmeter.link.tls.EnrolmentProof;
import io.deskmeter.link.tls.EnrolmentProof.Purpose;
import io.deskmeter.link.tls.JoinToken;
import io.deskmeter.link.v1.CertificateIssued;
import io.deskmeter.link.v1.Enrol;
import io.deskmeter.link.v1.Enrolled;
import io.deskmeter.link.v1.RefusalKind;
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
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/**
 * Makes join tokens, lets machines join, and revokes them. What was decided at another controller of the same store
 * takes effect here within {@link #REFRESH}. Thread-safe.
 */
@Component
public final class Enrolments implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Enrolments.class);
    static final Duration REFRESH = Duration.ofSeconds(3);
    private static final Duration LONGEST = Duration.ofDays(30);
    private static final int PROTOCOL = 1;
    private static final int MOST_MACHINES = 100_000;
    private static final int MOST_LABELS = 30;
    private static final int HOST_LENGTH = 300;
    private static final int REASON_LENGTH = 1000;
    private static final Pattern LABEL = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

    private static final String NOT_STORED =
            "certificate: not one that is stored for this agent (expected: its newest one, or the one before; ";

    private final EnrolmentStore store;
    private final CertificateAuthority authority;
    private final InstantSource clock;
    private final ScheduledExecutorService timer;
    private final Issuers issuers;
    private volatile Map<String, EnrolledAgent> known = Map.of();
    private volatile boolean unread;
    private volatile Runnable links = () -> {};

    public Enrolments(
            EnrolmentStore store, CertificateAuthority authority, InstantSource clock, InternalFaults faults) {
        this.store = store;
        this.authority = authority;
        this.clock = clock;
        this.issuers = new Issuers(authority.certificate());
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
        issuers.refusal(authority.issuer())
                .ifPresent(why -> LOG.warn("this controller may not issue certificates: {}", why));
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
        requireValid(valid);
        if (labels.size() > MOST_LABELS) {
            throw new InvalidRequestException("labels: " + labels.size() + " (expected: at most " + MOST_LABELS + ")");
        }
        for (String label : labels) {
            if (label == null || !LABEL.matcher(label).matches()) {
                throw new InvalidRequestException(
                        "label: " + label + " (expected: a name of letters, digits, `.`, `_` and `-`)");
            }
        }
        return make(false, machines, labels, valid);
    }

    /**
     * Makes a join token for another controller of this store, which may then issue certificates for this authority.
     *
     * @throws InvalidRequestException also if this controller is such a one itself
     */
    public Made makeForController(Duration valid) {
        requireValid(valid);
        if (!authority.isAuthority()) {
            throw new InvalidRequestException(
                    "controller: this one issues certificates for the authority of another controller itself (expected: the controller that has"
                            + " the authority; hint: ask that one)");
        }
        return make(true, 1, List.of(), valid);
    }

    private static void requireValid(Duration valid) {
        if (valid.isNegative() || valid.isZero() || valid.compareTo(LONGEST) > 0) {
            throw new InvalidRequestException(
                    "valid for: " + valid + " (expected: more than nothing, at most " + LONGEST.toDays() + " days)");
        }
    }

    private Made make(boolean forController, int machines, List<String> labels, Duration valid) {
        JoinToken token = new JoinToken(authority.fingerprint(), Token.random());
        Instant now = clock.instant();
        JoinTokenRecord stored = new JoinTokenRecord(
                UUID.randomUUID().toString(),
                hash(token.secret().text()),
                forController,
                labels,
                machines,
                0,
                now,
                now.plus(valid),
                false);
        AuditedRequest.tell("join token " + stored.id() + " for "
                + (forController ? "another controller" : machines + " machines") + ", until " + stored.expiresAt());
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

    /** The token with this secret, whatever has become of it; empty if this store has none. */
    public Optional<JoinTokenRecord> shown(String secret) {
        return store.token(hash(secret));
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
        return store.revoke(agent, clock.instant(), reason(because)) && refreshedNow();
    }

    /** The controllers that issue certificates for this authority. */
    public List<IssuingController> controllers() {
        return store.controllers();
    }

    /**
     * Refuses the certificates that a controller has issued, from now on, and ends the links of agents that have shown
     * one; false if it has never joined.
     */
    public boolean revokeController(String id, String because) {
        return store.revokeController(id, clock.instant(), reason(because)) && refreshedNow();
    }

    private static String reason(String because) {
        String printable = PeerText.line(because);
        return printable.substring(0, Math.min(REASON_LENGTH, printable.length()));
    }

    private boolean refreshedNow() {
        refresh();
        return true;
    }

    /** Whether what is known here was read from the store a moment ago; not while the store does not answer. */
    boolean isCurrent() {
        return !unread;
    }

    /**
     * Why a certificate that an agent shows is refused although it has proved to come from the authority; empty if it
     * is not. Does not wait for the store. What another controller has issued must be stored as this agent's: with that
     * controller's key, a thief can issue certificates for each agent, which nobody has stored.
     */
    Optional<String> refused(EnrolledAgent agent, X509Certificate certificate) {
        return issuers.refusal(Issuers.issuer(certificate)).or(() -> {
            IssuedCertificates known = agent.certificates();
            return known == null || issuers.issuedByAuthority(certificate) || known.contains(certificate)
                    ? Optional.empty()
                    : Optional.of(NOT_STORED + "hint: was an older backup put back? Then join again)");
        });
    }

    /** Whether the controller that has issued a certificate was revoked. Does not wait for the store. */
    boolean isIssuerRevoked(X509Certificate certificate) {
        return issuers.isRevoked(Issuers.issuer(certificate));
    }

    /** One at a time: a slower reader would put back what was before the revocation or the machine of a faster one. */
    private synchronized void read() {
        Map<String, EnrolledAgent> read = new HashMap<>();
        store.agents().forEach(agent -> read.put(agent.agent(), agent));
        known = Map.copyOf(read);
        issuers.know(store.controllers());
    }

    /**
     * What has changed of one agent. Thousands may renew their certificates at the same time, and each would read all
     * of them.
     */
    private synchronized void read(String agent) {
        Map<String, EnrolledAgent> read = new HashMap<>(known);
        store.agent(agent).ifPresent(found -> read.put(agent, found));
        known = Map.copyOf(read);
    }

    /** By the timer: where the store does not answer, what is known stays until it does. */
    private void refreshed() {
        try {
            refresh();
            unread = false;
        } catch (DataAccessException e) {
            if (!unread) {
                LOG.warn(
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

    /**
     * That an agent is revoked, or the controller that has issued its certificate, with the reason, as far as this is
     * known here; empty if it is not. Does not wait for the store.
     */
    public Optional<String> revocation(String agent) {
        return known(agent)
                .filter(joined -> joined.revokedAt() != null)
                .map(Enrolments::revoked)
                .or(() -> known(agent)
                        .map(EnrolledAgent::certificates)
                        .map(IssuedCertificates::issuer)
                        .flatMap(issuers::refusal));
    }

    static String revoked(EnrolledAgent agent) {
        return "agent " + agent.agent() + " was revoked at " + agent.revokedAt()
                + (String.valueOf(agent.revokedBecause()).isBlank() ? "" : ": " + agent.revokedBecause())
                + " (expected: an agent that is not revoked; hint: with a new join token, ./deskmeter agent setup joins anew; or remove identity.pem from its state folder, and start it with --join)";
    }

    /**
     * As {@link AuditedJoins#enrol}, without the entry in the audit log.
     *
     * @param again admits one more certificate of an agent that has joined
     */
    Enrolled enrol(Enrol request, Predicate<String> again) throws RefusedException {
        if (request.getProtocol() != PROTOCOL) {
            throw new RefusedException("protocol: " + Integer.toUnsignedString(request.getProtocol()) + " (expected: "
                    + PROTOCOL + "; hint: controller and agent must be of one version)");
        }
        requireIssuing();
        String secret = request.getToken();
        String hash = hash(secret);
        PublicKey key = verified(Purpose.ENROL, secret, request.getPublicKey(), request.getSignature());
        try {
            JoinTokenRecord token = store.token(hash)
                    .orElseThrow(
                            () -> new RefusedException(
                                    "join token: unknown to this controller (expected: one that it has made; hint: ./deskmeter enrol)"));
            if (token.forController() != request.getAsController()) {
                throw new RefusedException("join token: for " + (token.forController() ? "a controller" : "agents")
                        + " (expected: one for " + (token.forController() ? "agents" : "a controller")
                        + "; hint: ./deskmeter enrol" + (token.forController() ? "" : " --as-controller") + ")");
            }
            String id = UUID.randomUUID().toString();
            String host = request.getHost()
                    .substring(0, Math.min(HOST_LENGTH, request.getHost().length()));
            if (token.forController()) {
                return enrolController(id, host, token, key);
            }
            String keyHash = hash(key.getEncoded());
            Optional<EnrolledAgent> asked = store.joined(hash, keyHash, host);
            if (asked.isPresent() && token.isValid(clock.instant())) {
                return again(asked.get(), key, token, again);
            }
            List<X509Certificate> chain = authority.agent(id, key);
            EnrolledAgent agent = new EnrolledAgent(
                    id,
                    host,
                    token.labels(),
                    clock.instant(),
                    chain.get(0).getNotAfter().toInstant(),
                    IssuedCertificates.first(chain.get(0)),
                    null,
                    null);
            AuditedRequest.tell("agent " + id + joinedBy(token));
            if (!store.join(hash, keyHash, agent)) {
                Optional<EnrolledAgent> meanwhile = store.joined(hash, keyHash, host);
                if (meanwhile.isPresent() && token.isValid(clock.instant())) {
                    return again(meanwhile.get(), key, token, again);
                }
                throw unusable(hash);
            }
            return enrolled(id, chain, token);
        } catch (JournalException | DataAccessException e) {
            throw new RefusedException("the controller cannot store the machine: " + e.getMessage()
                    + " (expected: a store that can be written; hint: try again later)");
        }
    }

    private Enrolled enrolled(String id, List<X509Certificate> chain, JoinTokenRecord token) {
        read();
        return Enrolled.newBuilder()
                .setAgentId(id)
                .addAllCertificates(encoded(chain))
                .addAllLabels(token.labels())
                .build();
    }

    /**
     * For a machine that has joined, and has not got the answer: it was switched off, or the connection was lost. It
     * has the token, the key and the name of the one that joined, and does not spend the token once more. Who has
     * connected has got the answer; that of who has not may be lost a few times.
     */
    private Enrolled again(EnrolledAgent agent, PublicKey key, JoinTokenRecord token, Predicate<String> admitted)
            throws RefusedException {
        AuditedRequest.tell("agent " + agent.agent() + " once more" + joinedBy(token));
        if (store.hasConnected(agent.agent())) {
            throw new RefusedException("agent " + agent.agent()
                    + ": has joined with this join token and key, and has connected since (expected: a machine that has not got its certificate yet; hint: join with a new"
                    + " join token, ./deskmeter enrol)");
        }
        if (!admitted.test(agent.agent())) {
            throw new RefusedException(
                    "agent " + agent.agent() + ": " + RenewalLimit.MOST
                            + " certificates in an hour (expected: fewer; hint: does the answer not reach the machine? Try again in an hour)");
        }
        List<X509Certificate> chain = authority.agent(agent.agent(), key);
        IssuedCertificates lost = agent.certificates();
        if (lost == null
                || !store.renewed(
                        agent.agent(),
                        chain.get(0).getNotAfter().toInstant(),
                        lost.replacedBy(chain.get(0)),
                        lost.issuer(),
                        false)) {
            throw new RefusedException(revocation(agent.agent())
                    .orElse("agent " + agent.agent() + ": was revoked, or got another certificate meanwhile"
                            + " (expected: one that has just joined; hint: join with a new join token)"));
        }
        return enrolled(agent.agent(), chain, token);
    }

    private Enrolled enrolController(String id, String host, JoinTokenRecord token, PublicKey key)
            throws RefusedException {
        if (!authority.isAuthority()) {
            throw new RefusedException(
                    "this controller issues certificates for the authority of another one itself (expected: the address of the controller that has"
                            + " made the join token)");
        }
        List<X509Certificate> chain = authority.controller(id, key);
        IssuingController controller =
                new IssuingController(id, Issuers.subject(chain.get(0)), host, clock.instant(), null, null);
        AuditedRequest.tell("controller " + id + joinedBy(token));
        if (!store.join(token.secretHash(), controller)) {
            throw unusable(token.secretHash());
        }
        read();
        return Enrolled.newBuilder()
                .setAgentId(id)
                .addAllCertificates(encoded(chain))
                .build();
    }

    private static String joinedBy(JoinTokenRecord token) {
        return " by join token " + token.id();
    }

    private RefusedException unusable(String hash) {
        Optional<JoinTokenRecord> token = store.token(hash);
        AuditedRequest.tell(token.map(known -> "join token " + known.id()).orElse(""));
        return token.map(this::refusal)
                .orElseGet(() ->
                        new RefusedException("join token: unknown (expected: one that this controller has made)"));
    }

    private RefusedException refusal(JoinTokenRecord token) {
        String enrol = "./deskmeter enrol" + (token.forController() ? " --as-controller" : "");
        if (token.withdrawn()) {
            return new RefusedException(
                    "join token: withdrawn (expected: a valid one; hint: " + enrol + ")",
                    RefusalKind.REFUSAL_KIND_TOKEN_WITHDRAWN);
        }
        if (token.joined() >= token.machines()) {
            return new RefusedException(
                    "join token: used for " + token.joined() + " of " + token.machines()
                            + (token.forController() ? " controllers" : " machines")
                            + " (expected: one that is not used up; hint: " + enrol
                            + (token.forController()
                                    ? ", and revoke the controller that has used it, if it has no certificate)"
                                    : ", --machines N for several)"),
                    RefusalKind.REFUSAL_KIND_TOKEN_USED_UP);
        }
        return new RefusedException(
                "join token: expired at " + token.expiresAt() + ", at this controller it is " + clock.instant()
                        + " (expected: a valid one; hint: " + enrol + ")",
                RefusalKind.REFUSAL_KIND_TOKEN_EXPIRED);
    }

    /** As {@link AuditedJoins#renew}. */
    CertificateIssued renew(PeerIdentity agent, X509Certificate shown, RenewCertificate request)
            throws RefusedException {
        requireIssuing();
        PublicKey key = verified(Purpose.RENEW, agent.id(), request.getPublicKey(), request.getSignature());
        List<X509Certificate> chain = authority.agent(agent.id(), key);
        try {
            if (!store.renewed(
                    agent.id(),
                    chain.get(0).getNotAfter().toInstant(),
                    IssuedCertificates.renewed(chain.get(0), shown),
                    Issuers.issuer(shown),
                    issuers.issuedByAuthority(shown))) {
                throw new RefusedException(revocation(agent.id())
                        .orElse("agent " + agent.id() + " has not joined, or is revoked, or " + NOT_STORED
                                + "hint: join again with a new join token)"));
            }
            read(agent.id());
        } catch (JournalException | DataAccessException e) {
            throw new RefusedException("the controller cannot store the certificate: " + e.getMessage()
                    + " (expected: a store that can be written; the agent asks again later)");
        }
        return CertificateIssued.newBuilder().addAllCertificates(encoded(chain)).build();
    }

    private void requireIssuing() throws RefusedException {
        Optional<String> refusal = issuers.refusal(authority.issuer());
        if (refusal.isPresent()) {
            throw new RefusedException("this controller may not issue certificates any more: " + refusal.get());
        }
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
        return hash(secret.getBytes(StandardCharsets.UTF_8));
    }

    private static String hash(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
