package io.deskmeter.link;

import java.util.concurrent.Executor;

/** What all links of one server share. */
record ServerParts(
        LinkServerSettings settings,
        AgentHandler handler,
        Executor workers,
        LinkCounters counters,
        AgentRegistry registry,
        Strangers strangers) {}
