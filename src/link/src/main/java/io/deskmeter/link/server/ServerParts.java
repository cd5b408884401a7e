package io.deskmeter.link.server;

import io.deskmeter.link.channel.LinkCounters;
import java.util.concurrent.Executor;

/** What all links of one server share. */
record ServerParts(
        LinkServerSettings settings,
        AgentHandler handler,
        Executor workers,
        LinkCounters counters,
        AgentRegistry registry,
        ConnectionsWithoutHello unauthenticated) {
    /** The same for links that come in at another address. */
    ServerParts at(LinkServerSettings other) {
        return new ServerParts(other, handler, workers, counters, registry, unauthenticated);
    }
}
