package io.deskmeter.link.server;

import io.deskmeter.link.v1.FromAgent;
import io.deskmeter.link.v1.Hello;
import io.deskmeter.link.v1.TimingBatch;
import java.util.List;
import java.util.Optional;

/**
 * Handles agents in the controller.
 *
 * <p>Threading: the calls of one link are made in order, one at a time; calls of different links run concurrently on a
 * small pool. A method may block (a slow one makes its own link stop reading, no other). A method that throws ends its
 * link as {@link AgentLink#close} does, and the agent connects and sends again: do not acknowledge before storing.
 */
public interface AgentHandler {
    /**
     * Decides whether this agent is accepted. When an agent with the same id and instance is still connected, that
     * older link has been ended, and its {@link #disconnected} has returned, before this is called. Another instance
     * with the same id (a copied disk, or a machine after a power failure) must be decided by this method.
     *
     * @return why it is refused, or empty to accept it
     */
    Optional<String> accept(Hello hello);

    /** The agent has received its welcome; messages can be sent to it from now on. */
    void connected(AgentLink link);

    /** Any message except Hello and Pong, which the link handles itself, and batches of timings. */
    void received(AgentLink link, FromAgent message);

    /**
     * Batches of timings that came one after another while an earlier call was being made; often one. An
     * acknowledgement of the last one stands for all.
     *
     * @param batches at least one, in the order in which the agent sent them
     */
    void timings(AgentLink link, List<TimingBatch> batches);

    /** The last call for a link that was {@link #connected}. */
    void disconnected(AgentLink link, String reason);
}
