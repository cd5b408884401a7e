package io.deskmeter.controller.store;

import io.deskmeter.controller.installation.Installation;
import io.deskmeter.controller.installation.InstallationStage;
import io.deskmeter.controller.installation.InstallationStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;
import org.springframework.stereotype.Component;

/** What setups of machines have told, in the store. Thread-safe. */
@Component
final class StoredInstallations implements InstallationStore {
    private final JdbcClient jdbc;
    private final ReadConnections reads;
    private final WriteTransactions writes;

    StoredInstallations(JdbcClient jdbc, ReadConnections reads, WriteTransactions writes) {
        this.jdbc = jdbc;
        this.reads = reads;
        this.writes = writes;
    }

    @Override
    public List<Installation> all() {
        return reads.sql("select * from installation order by started_at desc, id")
                .query((row, index) -> installation(row))
                .list();
    }

    @Override
    public boolean put(Installation report, boolean started, int most) {
        return writes.call(() -> update(report, started) || (hasRoom(report, most) && insert(report)));
    }

    private boolean update(Installation report, boolean started) {
        return with(report, jdbc.sql("""
                        update installation
                        set agent = coalesce(:agent, agent), join_token = coalesce(join_token, :token), version = :version,
                            optimisations = :optimisations, stages = :stages, ended = :ended, exit_code = :code, seen_at = :seen,
                            started_at = case when :restarted then :started else started_at end
                        where setup_id = :setup and host = :host""")).param("restarted", started).update() == 1;
    }

    private boolean hasRoom(Installation report, int most) {
        String shown = report.joinToken() == null ? "agent = :agent" : "join_token = :token";
        return jdbc.sql("select count(*) from installation where " + shown)
                        .param("token", report.joinToken())
                        .param("agent", report.agent())
                        .query(Integer.class)
                        .single()
                < most;
    }

    private boolean insert(Installation report) {
        return with(report, jdbc.sql("""
                        insert into installation (id, setup_id, host, agent, join_token, version, optimisations, stages, ended,
                            exit_code, started_at, seen_at)
                        values (:id, :setup, :host, :agent, :token, :version, :optimisations, :stages, :ended, :code, :started, :seen)""")).param("id", report.id()).update() == 1;
    }

    private static StatementSpec with(Installation report, StatementSpec statement) {
        return statement
                .param("setup", report.setupId())
                .param("host", report.host())
                .param("agent", report.agent())
                .param("token", report.joinToken())
                .param("version", report.version())
                .param("optimisations", report.optimisations())
                .param("stages", ColumnMapping.json(report.stages()))
                .param("ended", report.ended())
                .param("code", report.exitCode())
                .param("started", at(report.startedAt()))
                .param("seen", at(report.seenAt()));
    }

    @Override
    public boolean remove(String id) {
        return writes.call(() -> jdbc.sql("delete from installation where id = :id")
                        .param("id", id)
                        .update()
                == 1);
    }

    private static Installation installation(ResultSet row) throws SQLException {
        return new Installation(
                row.getString("id"),
                row.getString("setup_id"),
                row.getString("host"),
                row.getString("agent"),
                row.getString("join_token"),
                row.getString("version"),
                row.getString("optimisations"),
                List.of(ColumnMapping.read(row.getString("stages"), InstallationStage[].class)),
                row.getBoolean("ended"),
                row.getInt("exit_code"),
                instant(row, "started_at"),
                instant(row, "seen_at"));
    }

    private static Instant instant(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }

    private static OffsetDateTime at(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }
}
