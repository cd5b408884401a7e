package io.deskmeter.link;

import io.deskmeter.link.v1.FromAgent;
import io.deskmeter.link.v1.Hello;
import java.util.Optional;

/**
 * Handles agents in the controller.
 *
 * <p>Threading: the calls of one link come in order and never at the same time; calls of different links come at the same time on a
 * small pool. A method may block (a slow one makes its own link stop reading, no other). A method that throws ends its link as {@link
 * AgentLink#close} does, and the agent connects and sends again: do not acknowledge before storing.
 */
public interface AgentHandler {
    /**
     * Whether this agent may work here. When an agent with the same id and instance is still connected, that older link has been
     * ended, and its {@link #disconnected} has returned, before this is called. Another instance with the same id (a copied disk, or
     * a machine that lost its power a moment ago) is for this method to judge.
     *
     * @return why not, or empty for yes
     */
    Optional<String> accept(Hello hello);

    /** The agent has been welcomed; it may be sent to from now on. */
    void connected(AgentLink link);

    /** Any message but Hello and Pong, which are the link's own business. */
    void received(AgentLink link, FromAgent message);

    /** The last call for a link that was {@link #connected}. */
    void disconnected(AgentLink link, String reason);
}
