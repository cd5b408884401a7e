package io.deskmeter.link;

import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.Hello;

/** The controller's end of the link to one agent. Thread-safe. */
public interface AgentLink {
    /** The agent's hello message. */
    Hello hello();

    /**
     * Queues a message; messages leave in the order of the calls.
     *
     * @return false when the link is closed, or was closed by this very call because the agent reads too slowly. True is no proof of
     *     arrival: a link can break at any time, see {@link AgentHandler#disconnected}
     * @throws IllegalArgumentException when the message is larger than a frame may be
     */
    boolean send(FromController message);

    /**
     * Ends the link; the agent is told the reason if it still listens, and {@link AgentHandler#disconnected} gets it. From the return of this
     * call on nothing is sent any more, and what came after the message that is being handled is not handled: the agent sends again.
     */
    void close(String reason);
}
