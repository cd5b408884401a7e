package io.deskmeter.agent.client.identity;

import com.google.protobuf.ByteString;
import io.deskmeter.link.client.ControllerHandler;
import io.deskmeter.link.tls.EnrolmentClient;
import io.deskmeter.link.tls.EnrolmentProof;
import io.deskmeter.link.tls.EnrolmentProof.Purpose;
import io.deskmeter.link.tls.MachineIdentity;
import io.deskmeter.link.v1.CertificateIssued;
import io.deskmeter.link.v1.FromAgent;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.RenewCertificate;
import io.deskmeter.link.v1.Welcome;
import java.io.IOException;
import java.security.KeyPair;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Gets a new certificate over the link before the one in use ends, and passes all other messages on. Thread-safe. */
public final class CertificateRenewal implements ControllerHandler {
    private static final Logger LOG = LoggerFactory.getLogger(CertificateRenewal.class);

    private final MachineIdentity identity;
    private final ControllerHandler other;
    private final Predicate<FromAgent> link;
    private final InstantSource clock;
    private final Consumer<String> refused;
    /** Of the questions on this link: one key for all of them, so that an answer is of use however late it comes. */
    private @Nullable KeyPair asked;

    private int open;

    /** @param refused is told that the controller refuses this agent until a person acts */
    public CertificateRenewal(
            MachineIdentity identity,
            ControllerHandler other,
            Predicate<FromAgent> link,
            InstantSource clock,
            Consumer<String> refused) {
        this.identity = identity;
        this.other = other;
        this.link = link;
        this.clock = clock;
        this.refused = refused;
    }

    /**
     * Asks for a new certificate if it is time to; an answer that does not come is asked for again at the next call,
     * with the same key.
     */
    public synchronized void tick() {
        if (!identity.current().isDue(clock.instant())) {
            return;
        }
        KeyPair keys = asked == null ? EnrolmentProof.newKeys() : asked;
        RenewCertificate request = RenewCertificate.newBuilder()
                .setPublicKey(ByteString.copyFrom(keys.getPublic().getEncoded()))
                .setSignature(ByteString.copyFrom(EnrolmentProof.sign(Purpose.RENEW, identity.agentId(), keys)))
                .build();
        asked = keys;
        open++;
        if (!link.test(FromAgent.newBuilder().setRenewCertificate(request).build())) {
            LOG.debug("certificate: no link to ask for a new one");
            answered();
        }
    }

    /**
     * The controller answers in the order of the questions. Of several answers the last one is the newest that it has
     * stored.
     */
    private void answered() {
        open--;
        if (open == 0) {
            asked = null;
        }
    }

    /** What was asked on a link is answered on that link, or never. */
    private synchronized void forget() {
        asked = null;
        open = 0;
    }

    private synchronized void issued(CertificateIssued message) {
        KeyPair keys = asked;
        if (keys == null) {
            LOG.warn("certificate: not asked for, ignored");
            return;
        }
        answered();
        try {
            identity.renew(EnrolmentClient.renewed(keys, message.getCertificatesList(), identity.current()));
            LOG.info(
                    "certificate: renewed until {}",
                    identity.current().certificate().getNotAfter().toInstant());
        } catch (IOException | IllegalArgumentException e) {
            LOG.error("certificate: not renewed: {}", e.getMessage());
        }
    }

    @Override
    public void connected(Welcome welcome) {
        other.connected(welcome);
        forget();
        tick();
    }

    @Override
    public void received(FromController message) {
        if (message.hasCertificateIssued()) {
            issued(message.getCertificateIssued());
        } else {
            other.received(message);
        }
    }

    @Override
    public void disconnected(String reason) {
        forget();
        other.disconnected(reason);
    }

    @Override
    public void refused(String reason) {
        other.refused(reason);
    }

    @Override
    public void refusedPermanently(String reason) {
        other.refusedPermanently(reason);
        refused.accept(reason);
    }

    @Override
    public void unreachable(String reason, Duration nextAttempt) {
        other.unreachable(reason, nextAttempt);
    }
}
