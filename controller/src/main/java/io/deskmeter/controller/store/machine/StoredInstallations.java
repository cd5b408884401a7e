package io.deskmeter.controller.store.machine;

import io.deskmeter.controller.installation.Installation;
import io.deskmeter.controller.installation.InstallationStage;
import io.deskmeter.controller.installation.InstallationStore;
import io.deskmeter.controller.store.engine.ColumnMapping;
import io.deskmeter.controller.store.engine.ReadConnections;
import io.deskmeter.controller.store.engine.StoreRow;
import io.deskmeter.controller.store.engine.WriteTransactions;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;
import org.springframework.stereotype.Component;

/** What setups of machines have told, in the store. Thread-safe. */
@Component
final class StoredInstallations implements InstallationStore {
    /** Another list waits meanwhile, and not for long. */
    private static final int NAMES_AT_ONCE = 500;

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

    /** What is stored of a setup and host. */
    private record Known(String id, String agent, String attempt, int number) {}

    @Override
    public boolean put(Installation report, boolean mayJoin, int most) {
        return writes.call(() -> {
            Optional<Known> known = known(report, mayJoin);
            if (known.isEmpty()) {
                return hasRoom(report, most) && insert(report);
            }
            if (!isOvertaken(report, known.get())) {
                update(report, known.get());
            }
            return true;
        });
    }

    private Optional<Known> known(Installation report, boolean mayJoin) {
        List<Known> all = jdbc.sql("select id, agent, attempt, report_number from installation"
                        + " where setup_id = :setup and host = :host order by seen_at desc, id")
                .param("setup", report.setupId())
                .param("host", report.host())
                .query((row, index) -> new Known(
                        row.getString("id"),
                        row.getString("agent"),
                        row.getString("attempt"),
                        row.getInt("report_number")))
                .list();
        Optional<Known> own =
                all.stream().filter(one -> one.agent().equals(agent(report))).findFirst();
        // What was told before it joined is of the same machine. Without a certificate, only who may still join can be
        // one that was an agent before.
        return own.isPresent()
                ? own
                : all.stream()
                        .filter(one -> one.agent().isEmpty() || (report.agent() == null && mayJoin))
                        .findFirst();
    }

    private static boolean isOvertaken(Installation report, Known known) {
        return !report.attempt().isEmpty()
                && report.attempt().equals(known.attempt())
                && report.number() <= known.number();
    }

    private void update(Installation report, Known known) {
        with(report, jdbc.sql("""
                        update installation
                        set agent = case when :agent = '' then agent else :agent end,
                            join_token = coalesce(join_token, :token), version = :version, optimisations = :optimisations,
                            stages = :stages, ended = :ended, exit_code = :code, seen_at = :seen,
                            started_at = case when attempt = :attempt then started_at else :started end,
                            attempt = :attempt, report_number = :number
                        where id = :known""")).param("known", known.id()).update();
    }

    private boolean hasRoom(Installation report, int most) {
        String shown = report.joinToken() == null ? "agent = :agent" : "join_token = :token";
        return jdbc.sql("select count(*) from installation where " + shown)
                        .param("token", report.joinToken())
                        .param("agent", agent(report))
                        .query(Integer.class)
                        .single()
                < most;
    }

    private boolean insert(Installation report) {
        return with(report, jdbc.sql("""
                        insert into installation (id, setup_id, host, agent, join_token, version, optimisations, stages, ended,
                            exit_code, started_at, seen_at, attempt, report_number)
                        values (:id, :setup, :host, :agent, :token, :version, :optimisations, :stages, :ended, :code, :started, :seen,
                            :attempt, :number)""")).param("id", report.id()).update() == 1;
    }

    private static StatementSpec with(Installation report, StatementSpec statement) {
        return statement
                .param("setup", report.setupId())
                .param("host", report.host())
                .param("agent", agent(report))
                .param("token", report.joinToken())
                .param("version", report.version())
                .param("optimisations", report.optimisations())
                .param("stages", ColumnMapping.json(report.stages()))
                .param("ended", report.ended())
                .param("code", report.exitCode())
                .param("started", at(report.startedAt()))
                .param("seen", at(report.seenAt()))
                .param("attempt", report.attempt())
                .param("number", report.number());
    }

    private static String agent(Installation report) {
        return report.agent() == null ? "" : report.agent();
    }

    @Override
    public boolean remove(String id) {
        return writes.call(() -> jdbc.sql("delete from installation where id = :id")
                        .param("id", id)
                        .update()
                == 1);
    }

    @Override
    public List<String> expected() {
        return reads.sql("select name from expected_machine").query(String.class).list().stream()
                // Databases sort by different alphabets.
                .sorted()
                .toList();
    }

    @Override
    public void expect(List<String> names) {
        writes.run(() -> {
            // Of two lists at the same time the later one waits, and replaces the whole of the other.
            StoreRow.lock(jdbc);
            jdbc.sql("delete from expected_machine").update();
            for (int from = 0; from < names.size(); from += NAMES_AT_ONCE) {
                List<String> some = names.subList(from, Math.min(names.size(), from + NAMES_AT_ONCE));
                jdbc.sql("insert into expected_machine (name) values "
                                + String.join(", ", Collections.nCopies(some.size(), "(?)")))
                        .params(some)
                        .update();
            }
        });
    }

    private static Installation installation(ResultSet row) throws SQLException {
        return new Installation(
                row.getString("id"),
                row.getString("setup_id"),
                row.getString("host"),
                row.getString("agent").isEmpty() ? null : row.getString("agent"),
                row.getString("join_token"),
                row.getString("version"),
                row.getString("optimisations"),
                List.of(ColumnMapping.read(row.getString("stages"), InstallationStage[].class)),
                row.getBoolean("ended"),
                row.getInt("exit_code"),
                instant(row, "started_at"),
                instant(row, "seen_at"),
                row.getString("attempt"),
                row.getInt("report_number"));
    }

    private static Instant instant(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }

    private static OffsetDateTime at(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }
}
