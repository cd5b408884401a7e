package io.deskmeter.link.server;

import io.deskmeter.link.v1.Hello;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The open links of a server. An agent's process has one link at a time: a newer one replaces the older, which may be
 * half open.
 */
final class AgentRegistry {
    private record Key(String agentId, String instance) {
        static Key of(Hello hello) {
            return new Key(hello.getAgentId(), hello.getInstance());
        }
    }

    private final Set<AgentChannel> all = ConcurrentHashMap.newKeySet();
    private final Map<Key, AgentChannel> greeted = new ConcurrentHashMap<>();

    void opened(AgentChannel channel) {
        all.add(channel);
    }

    /**
     * Ends the older link of the same process, if there is one; completes when that link has ended and its handler has
     * been called.
     */
    CompletableFuture<Void> greeted(AgentChannel channel, Hello hello) {
        AgentChannel older = greeted.put(Key.of(hello), channel);
        if (older == null) {
            return CompletableFuture.completedFuture(null);
        }
        older.end("replaced by a newer link of the same agent");
        return older.gone();
    }

    void closed(AgentChannel channel) {
        all.remove(channel);
        greeted.remove(Key.of(channel.hello()), channel);
    }

    List<AgentChannel> all() {
        return List.copyOf(all);
    }
}
