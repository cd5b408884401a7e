package io.deskmeter.controller.store.people;

import io.deskmeter.controller.audit.AuditEntry;
import io.deskmeter.controller.audit.AuditEntry.Outcome;
import io.deskmeter.controller.audit.AuditStore;
import io.deskmeter.controller.store.engine.ColumnMapping;
import io.deskmeter.controller.store.engine.ReadConnections;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The audit log in the store. Thread-safe. */
@Component
public final class StoredAudit implements AuditStore {
    private final JdbcClient jdbc;
    private final ReadConnections reads;

    StoredAudit(JdbcClient jdbc, ReadConnections reads) {
        this.jdbc = jdbc;
        this.reads = reads;
    }

    @Override
    public void add(AuditEntry entry) {
        jdbc.sql("""
                        insert into audit_entry
                            (happened_at, who, role, credential, address, listener, action, target, detail, outcome)
                        values (:at, :who, :role, :credential, :address, :listener, :action, :target, :detail, :outcome)""")
                .param("at", ColumnMapping.time(entry.at()))
                .param("who", entry.who())
                .param("role", entry.role())
                .param("credential", entry.credential())
                .param("address", entry.address())
                .param("listener", entry.listener())
                .param("action", entry.action())
                .param("target", entry.target())
                .param("detail", entry.detail())
                .param("outcome", entry.outcome().word())
                .update();
    }

    @Override
    public List<AuditEntry> newest(Filter filter, int limit) {
        StringBuilder sql = new StringBuilder("select * from audit_entry where number < :before");
        if (filter.who() != null) {
            sql.append(" and who = :who");
        }
        if (filter.action() != null) {
            sql.append(" and action = :action");
        }
        JdbcClient.StatementSpec query = reads.sql(
                        sql.append(" order by number desc limit :limit").toString())
                .param("before", filter.before() == null ? Long.MAX_VALUE : filter.before())
                .param("limit", limit);
        if (filter.who() != null) {
            query = query.param("who", filter.who());
        }
        if (filter.action() != null) {
            query = query.param("action", filter.action());
        }
        return query.query((row, index) -> entry(row)).list();
    }

    @Override
    public List<AuditEntry> oldest(long after, int limit) {
        return reads.sql("select * from audit_entry where number > :after order by number limit :limit")
                .param("after", after)
                .param("limit", limit)
                .query((row, index) -> entry(row))
                .list();
    }

    private static AuditEntry entry(ResultSet row) throws SQLException {
        return new AuditEntry(
                row.getLong("number"),
                ColumnMapping.instant(row, "happened_at"),
                row.getString("who"),
                row.getString("role"),
                row.getString("credential"),
                row.getString("address"),
                row.getString("listener"),
                row.getString("action"),
                row.getString("target"),
                row.getString("detail"),
                Outcome.valueOf(row.getString("outcome").toUpperCase(Locale.ROOT)));
    }
}
