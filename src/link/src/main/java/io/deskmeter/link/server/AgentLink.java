package io.deskmeter.link.server;

import io.deskmeter.link.peer.PeerIdentity;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.Hello;

/** The controller's end of the link to one agent. Thread-safe. */
public interface AgentLink {
    /** The agent's hello message. Its id and role are those of {@link #peer()}, whatever the agent sent. */
    Hello hello();

    /** Who the agent is, as its credential proves it. */
    default PeerIdentity peer() {
        return PeerIdentity.saidBy(hello());
    }

    /**
     * Queues a message; messages are sent in the order of the calls.
     *
     * @return false if the link is closed, if this call closed it because the agent reads too slowly, or if
     *     {@link io.deskmeter.link.peer.MessageRules} do not allow the message for the agent's role. True does not
     *     guarantee arrival: a link can break at any time, see {@link AgentHandler#disconnected}
     * @throws IllegalArgumentException if the message exceeds the largest frame
     */
    boolean send(FromController message);

    /**
     * Ends the link, and sends the reason to the agent if possible; {@link AgentHandler#disconnected} receives it, too.
     * After this call returns nothing is sent, and messages after the one that is being handled are not handled: the
     * agent sends them again.
     */
    void close(String reason);

    /**
     * A message of the agent was refused. The link of an agent that is refused too often in a short time ends: each
     * refusal costs more than the message.
     */
    default void refused() {}

    /**
     * Whether the link ended for a reason that stays until a person acts, as a revocation: the agent does not come
     * back.
     */
    default boolean dismissed() {
        return false;
    }

    /**
     * Whether the agent has answered: it hears this controller. A line that carries nothing to the agent lets it
     * connect again and again, and each of these links ends without an answer.
     */
    default boolean answered() {
        return true;
    }

    /** Whether {@link #close} was called: what came after the message at which that happened must not be handled. */
    boolean closing();
}
