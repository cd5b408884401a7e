package io.deskmeter.link.peer;

import io.deskmeter.link.v1.Hello;
import io.deskmeter.link.v1.RefusalKind;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;

/**
 * Decides who has connected, by the credential and not by what the peer says of itself, before any of its messages is
 * handled and before it can affect another link. The only place that knows what a credential is: all code behind it
 * asks {@link io.deskmeter.link.server.AgentLink#peer()}. Called on event loops: it must not block.
 */
@FunctionalInterface
public interface PeerAuthentication {
    /** Believes every peer what it says of itself, for tests of the link. */
    PeerAuthentication TRUSTING = (hello, certificate) -> new Authenticated(PeerIdentity.saidBy(hello));

    /**
     * Who sends this hello message, or why it is refused.
     *
     * @param certificate of the peer, which has proved that it has the key; empty without TLS, and for peers that have
     *     shown none
     */
    Decision authenticate(Hello hello, Optional<X509Certificate> certificate);

    /** The result. */
    sealed interface Decision {}

    /**
     * The credential proves this identity.
     *
     * @param labels of the agent as the controller has set them; empty if the agent chooses its own
     */
    record Authenticated(PeerIdentity peer, Optional<List<String>> labels) implements Decision {
        public Authenticated(PeerIdentity peer) {
            this(peer, Optional.empty());
        }
    }

    /**
     * The peer is refused, and its link ends.
     *
     * @param reason for the agent's log
     * @param permanent whether trying again is of no use until a person acts
     * @param kind for programs
     */
    record Rejected(String reason, boolean permanent, RefusalKind kind) implements Decision {
        public Rejected(String reason) {
            this(reason, false);
        }

        public Rejected(String reason, boolean permanent) {
            this(reason, permanent, RefusalKind.REFUSAL_KIND_OTHER);
        }
    }
}
