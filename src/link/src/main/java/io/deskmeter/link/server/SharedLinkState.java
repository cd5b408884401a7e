package io.deskmeter.link.server;

import io.deskmeter.link.channel.LinkCounters;
import java.util.concurrent.Executor;

/**
 * What all links of one server share.
 *
 * @param workers for messages of agents
 * @param joining for the only messages of connections that nobody is known by: strangers must not keep agents waiting
 */
record SharedLinkState(
        LinkServerSettings settings,
        AgentHandler handler,
        Executor workers,
        Executor joining,
        LinkCounters counters,
        AgentRegistry registry,
        ConnectionsWithoutHello unauthenticated,
        UnfinishedFrames unfinished) {
    /** The same for links that come in at another address. */
    SharedLinkState at(LinkServerSettings other) {
        return new SharedLinkState(other, handler, workers, joining, counters, registry, unauthenticated, unfinished);
    }
}
