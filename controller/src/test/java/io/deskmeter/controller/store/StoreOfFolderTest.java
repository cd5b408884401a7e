package io.deskmeter.controller.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.controller.ControllerServer;
import io.deskmeter.controller.ControllerServer.StartException;
import io.deskmeter.controller.ControllerSettings;
import io.deskmeter.controller.SampleRoot;
import io.deskmeter.controller.store.engine.StoreLocation;
import io.deskmeter.controller.store.folder.DataDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Controllers that are started on a data folder with the store that it belongs to, with an older state of it, and with
 * another one.
 */
@Tag("slow")
class StoreOfFolderTest {
    private static final String RUN = "r-20260101-000000-0001";

    private static final String INSERT_RUN = """
            insert into run (id, profile, title, mode, seed, profile_yaml, operations_per_iteration, state, created_at, reasons,
                environment)
            values ('%s', 'p', 't', 'fixed', 1, '', 2, 'FINISHED', current_timestamp, '[]', '{}')\
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @SuppressWarnings("NullAway.Init")
    private Path data;

    @SuppressWarnings("NullAway.Init")
    private Path picture;

    @BeforeEach
    void provide() throws IOException {
        data = folder.resolve("data");
        picture = data.resolve("evidence").resolve(RUN).resolve("0-1-open.png");
    }

    /** A database, as a controller is told of it. */
    private record Store(String url, StoreLocation location, boolean embedded) {
        void execute(String sql) throws SQLException {
            try (Connection connection = DriverManager.getConnection(url);
                    Statement statement = connection.createStatement()) {
                statement.execute(sql);
            }
        }

        int number(String query) throws SQLException {
            try (Connection connection = DriverManager.getConnection(url);
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(query)) {
                assertThat(rows.next()).isTrue();
                return rows.getInt(1);
            }
        }
    }

    private Store store(TestDatabase database) throws IOException {
        if (database == TestDatabase.POSTGRESQL) {
            String url = TestDatabase.url();
            return new Store(url, StoreLocation.postgresql(url, null), false);
        }
        try (DataDirectory taken = DataDirectory.take(data)) {
            return new Store(taken.jdbcUrl(), StoreLocation.embedded(taken), true);
        }
    }

    private ControllerSettings settings(Store store) throws IOException {
        return ControllerSettings.of(data, SampleRoot.create(folder.resolve("workloads")))
                .withStore(store.embedded() ? null : store.location());
    }

    /** All that a start removes is removed when it has ended again. */
    private void startAndEnd(Store store) throws Exception {
        ControllerServer.start(settings(store)).close();
    }

    private void runWithAPicture(Store store) throws Exception {
        startAndEnd(store);
        store.execute(INSERT_RUN.formatted(RUN));
        Files.createDirectories(picture.getParent());
        Files.writeString(picture, "a picture");
    }

    private void assertRefused(Store other, String... words) throws Exception {
        ControllerSettings settings = settings(other);
        assertThatThrownBy(() -> ControllerServer.start(settings).close())
                .isInstanceOf(StartException.class)
                .satisfies(failure -> assertThat(failure.getMessage())
                        .contains("(expected: ")
                        .contains("hint: ")
                        .contains(words));
        assertThat(picture).exists();
    }

    @Test
    void anEmptyDatabaseIsNotTheStoreOfAFolderAndStaysEmpty() throws Exception {
        Store own = store(TestDatabase.H2);
        runWithAPicture(own);
        Store empty = store(TestDatabase.POSTGRESQL);
        assertRefused(empty, data.toString(), "PostgreSQL database", "is empty");
        assertThat(empty.number("select count(*) from information_schema.tables where table_schema = 'public'"))
                .isZero();
        startAndEnd(own);
        assertThat(picture).exists();
    }

    @Test
    void theDatabaseOfAnotherFolderIsNotTheStoreOfThisOne() throws Exception {
        Path other = data;
        Store others = store(TestDatabase.POSTGRESQL);
        startAndEnd(others);
        data = folder.resolve("mine");
        picture = data.resolve("evidence").resolve(RUN).resolve("0-1-open.png");
        Store own = store(TestDatabase.POSTGRESQL);
        runWithAPicture(own);
        String id = Files.readString(other.resolve("store.id")).strip();
        assertRefused(others, id, Files.readString(data.resolve("store.id")).strip());
        startAndEnd(own);
        assertThat(picture).exists();
    }

    @Test
    void aFolderWithoutItsFileOfTheStoreBeginsNoOther() throws Exception {
        Store own = store(TestDatabase.H2);
        runWithAPicture(own);
        Files.delete(data.resolve("store.mv.db"));
        assertRefused(own, "store.mv.db");
        assertThat(data.resolve("store.mv.db")).doesNotExist();
    }

    /** Before folders knew their store: what is in them tells which kind it was. */
    @Test
    void aFolderOfAnEarlierVersionKeepsItsKindOfStore() throws Exception {
        Store own = store(TestDatabase.H2);
        runWithAPicture(own);
        Files.deleteIfExists(data.resolve("store.id"));
        backToVersionWithoutStoreIds(own);
        assertRefused(store(TestDatabase.POSTGRESQL), "store.mv.db");
        startAndEnd(own);
        assertThat(picture).exists();
        assertThat(data.resolve("store.id")).exists();
    }

    /** What the versions since then have added is taken back, so that the next start brings it again. */
    private static void backToVersionWithoutStoreIds(Store own) throws Exception {
        own.execute("delete from \"flyway_schema_history\" where cast(\"version\" as decimal(10, 1)) >= 28");
        own.execute(
                "drop table if exists store_identity, deleted_run, expected_machine, installation, enrolled_agent, issuing_controller, join_token, controller_authority, login_session,"
                        + " api_token, password_link, person, audit_entry");
        own.execute("alter table run drop column fence");
        own.execute("alter table run drop column imported_at");
        own.execute("alter table session_desktop drop column measures");
        own.execute("alter table controller drop column schema_from");
        own.execute("alter table controller drop column schema_to");
    }

    /**
     * A kill between the two leaves a store with an identity and a folder without; the store was made by this folder,
     * or is shared.
     */
    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void aFolderLearnsItsStore(TestDatabase database) throws Exception {
        Store own = store(database);
        runWithAPicture(own);
        String id = Files.readString(data.resolve("store.id"));
        Files.delete(data.resolve("store.id"));
        startAndEnd(own);
        assertThat(data.resolve("store.id")).hasContent(id.strip());
    }

    /**
     * The same store as it was before the run: what a backup, a snapshot of the machine or a failover to a late replica
     * restores.
     */
    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void anOlderStateOfTheStoreIsNoProofThatARunWasDeleted(TestDatabase database) throws Exception {
        Store own = store(database);
        startAndEnd(own);
        if (own.embedded()) {
            Files.copy(data.resolve("store.mv.db"), folder.resolve("backup"));
        }
        runWithAPicture(own);
        if (own.embedded()) {
            Files.copy(folder.resolve("backup"), data.resolve("store.mv.db"), StandardCopyOption.REPLACE_EXISTING);
        } else {
            own.execute("delete from run");
        }
        startAndEnd(own);
        assertThat(own.number("select count(*) from run")).isZero();
        assertThat(picture).exists();
    }

    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void whatIsLeftOfADeletedRunIsRemoved(TestDatabase database) throws Exception {
        Store own = store(database);
        runWithAPicture(own);
        own.execute("update run set deleted_at = current_timestamp");
        startAndEnd(own);
        assertThat(own.number("select count(*) from run")).isZero();
        assertThat(picture).doesNotExist();
        // As a computation that ended later, or another controller with files of this run, leaves it.
        Files.createDirectories(picture.getParent());
        Files.writeString(picture, "a picture");
        startAndEnd(own);
        assertThat(picture).doesNotExist();
    }
}
