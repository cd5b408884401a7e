package io.deskmeter.controller.store.machine;

import io.deskmeter.controller.fleet.ClientAgentIds;
import io.deskmeter.controller.store.engine.ReadConnections;
import io.deskmeter.controller.store.engine.WriteTransactions;
import java.util.HashSet;
import java.util.Set;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Keeps the ids of client agents in the store, so that they stay known after a restart of the controller. Thread-safe.
 */
@Component
public final class ClientAgents implements ClientAgentIds {
    private final JdbcClient jdbc;
    private final ReadConnections reads;
    private final WriteTransactions writes;

    ClientAgents(JdbcClient jdbc, ReadConnections reads, WriteTransactions writes) {
        this.reads = reads;
        this.jdbc = jdbc;
        this.writes = writes;
    }

    @Override
    public Set<String> all() {
        return new HashSet<>(
                reads.sql("select agent from client_agent").query(String.class).list());
    }

    @Override
    public void add(String agent) {
        writes.run(() -> jdbc.sql("insert into client_agent (agent) values (:agent) on conflict do nothing")
                .param("agent", agent)
                .update());
    }

    @Override
    public void remove(String agent) {
        writes.run(() -> jdbc.sql("delete from client_agent where agent = :agent")
                .param("agent", agent)
                .update());
    }
}
