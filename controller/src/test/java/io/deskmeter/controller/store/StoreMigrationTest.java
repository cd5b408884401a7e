package io.deskmeter.controller.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.controller.store.TestDatabase.Opened;
import io.deskmeter.controller.store.TestDatabase.Unopened;
import io.deskmeter.controller.store.folder.WrittenStates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.flywaydb.core.api.FlywayException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.jdbc.core.JdbcTemplate;

/** A store survives what may happen while its tables are brought to a newer version. */
@Tag("slow")
class StoreMigrationTest {
    private static final String EARLIER = "22";

    /** So many of the states on the disk are opened, from the first to the last one. */
    private static final int OPENED = 15;

    private static final List<String> TABLES =
            List.of("run", "session", "load_point", "samples", "resource_sample", "stage_log");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private static Unopened earlier(TestDatabase database, Path folder) throws IOException {
        Unopened store = database.unopened(folder);
        store.flyway(EARLIER).migrate();
        JdbcTemplate jdbc = store.jdbc();
        jdbc.update("""
                insert into run (id, profile, title, mode, seed, profile_yaml, operations_per_iteration, state, created_at,
                    reasons, environment)
                values ('r', 'p', 't', 'fixed', 1, '', 2, 'FINISHED', current_timestamp, '[]', '{}')""");
        for (int i = 0; i < 3; i++) {
            jdbc.update("""
                    insert into load_point (run_id, number, sessions, extensions, started_at, window_at, ended_at, resources,
                        worked)
                    values ('r', ?, 3, 0, current_timestamp, current_timestamp, current_timestamp, '{}', '{}')""", i);
            jdbc.update("""
                    insert into session (run_id, session, agent, asked_at, state, iteration, logon_nanos, detail)
                    values ('r', ?, 'a', current_timestamp, 'ENDED', 1, 2, '')""", i);
            jdbc.update("""
                    insert into resource_sample (run_id, agent, wall_micros, host_cpu_percent, harness_cpu_percent,
                        memory_used_bytes, memory_total_bytes, harness_memory_bytes)
                    values ('r', 'a', ?, 1, 2, 3, 4, 5)""", i);
            jdbc.update("""
                    insert into samples (run_id, session, sequence, iteration, workload, operation, metric, timing, from_nanos,
                        to_nanos, measured, uncertainty, why_unknown)
                    values ('r', 1, ?, 1, 'w', 'o', 'm', 1, 5, 6, 1.5, 0.1, '')""", i);
        }
        return store;
    }

    private static Map<String, Integer> rows(JdbcTemplate jdbc) {
        Map<String, Integer> rows = new TreeMap<>();
        for (String table : TABLES) {
            rows.put(table, jdbc.queryForObject("select count(*) from " + table, Integer.class));
        }
        return rows;
    }

    private static List<String> tables(JdbcTemplate jdbc) {
        return jdbc.queryForList(
                "select table_name from information_schema.tables where table_schema = 'public' order by 1",
                String.class);
    }

    /** What is on the disk after a write of the database: a process that is killed leaves one of these states. */
    @Test
    void aControllerThatIsKilledAtAnyMomentLosesNothing() throws IOException {
        Path data = folder.resolve("data");
        Unopened store = earlier(TestDatabase.H2, data);
        Map<String, Integer> before = rows(store.jdbc());
        List<String> tables;
        try (WrittenStates written = WrittenStates.of(data)) {
            try (Opened opened = store.open()) {
                tables = tables(opened.jdbc);
            }
            assertThat(written.count()).isGreaterThan(3 * OPENED);
            writeSome(written);
        }
        for (int opened = 1; opened <= OPENED; opened++) {
            try (Opened again = TestDatabase.H2.open(killed(opened))) {
                assertThat(rows(again.jdbc)).as("state %s", opened).isEqualTo(before);
                assertThat(tables(again.jdbc)).as("state %s", opened).isEqualTo(tables);
            }
        }
    }

    /** The last one, and others at the same distance from each other. */
    private void writeSome(WrittenStates written) throws IOException {
        int last = written.count() - 1;
        for (int opened = 1; opened <= OPENED; opened++) {
            written.write(opened * last / OPENED, Files.createDirectories(killed(opened)));
        }
    }

    private Path killed(int opened) {
        return folder.resolve("killed-" + opened);
    }

    /** As a migration does for which the disk has no room. */
    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void aMigrationThatFailsChangesNothingAndIsTriedAgain(TestDatabase database) throws IOException {
        Unopened store = earlier(database, folder);
        Map<String, Integer> before = rows(store.jdbc());
        store.jdbc().execute("alter table samples rename to hidden");
        assertThatThrownBy(store::open)
                .isInstanceOf(database == TestDatabase.H2 ? IllegalStateException.class : FlywayException.class)
                .hasMessageContaining("samples");
        store.jdbc().execute("alter table hidden rename to samples");
        assertThat(rows(store.jdbc())).isEqualTo(before);
        try (Opened opened = store.open()) {
            assertThat(rows(opened.jdbc)).isEqualTo(before);
        }
    }

    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void aStoreOfALaterVersionIsRefusedAndNotChanged(TestDatabase database) throws IOException {
        Unopened store = earlier(database, folder);
        try (Opened opened = store.open()) {
            // Nothing but its tables.
            assertThat(opened.jdbc.queryForObject("select count(*) from run", Integer.class))
                    .isEqualTo(1);
        }
        String newest = store.flyway("latest").info().current().getVersion().getVersion();
        store.jdbc().update("""
                insert into "flyway_schema_history" ("installed_rank", "version", "description", "type", "script", "checksum",
                    "installed_by", "execution_time", "success")
                select max("installed_rank") + 1, '999', 'later', 'SQL', 'V999__later.sql', 1, 'x', 1, true
                from "flyway_schema_history"\
                """);
        Map<String, Integer> before = rows(store.jdbc());
        assertThatThrownBy(store::open)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                        "the store was written by a later version of Deskmeter: its tables are of version 999 (expected: at most "
                                + newest + "; hint: start the later version, or use another store)");
        assertThat(rows(store.jdbc())).isEqualTo(before);
    }
}
