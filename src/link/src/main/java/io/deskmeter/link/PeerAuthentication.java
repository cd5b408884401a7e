package io.deskmeter.link;

import io.deskmeter.link.v1.Hello;

/**
 * Decides who has connected, by the credential and not by what the peer says of itself, before any of its messages is handled and before it can affect
 * another link. The only place that knows what a credential is: all code behind it asks {@link AgentLink#peer()}. Called on event loops: it must not
 * block.
 */
@FunctionalInterface
public interface PeerAuthentication {
    /** Believes every peer what it says of itself, for tests of the link. */
    PeerAuthentication TRUSTING = hello -> new Authenticated(PeerIdentity.saidBy(hello));

    /** Who sends this hello message, or why it is refused. */
    Decision authenticate(Hello hello);

    /** The result. */
    sealed interface Decision {}

    /** The credential proves this identity. */
    record Authenticated(PeerIdentity peer) implements Decision {}

    /**
     * The peer is refused, and its link ends.
     *
     * @param reason for the agent's log
     */
    record Rejected(String reason) implements Decision {}
}
