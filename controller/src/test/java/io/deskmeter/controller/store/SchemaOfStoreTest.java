package io.deskmeter.controller.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.deskmeter.controller.ControllerServer;
import io.deskmeter.controller.LinkPeer;
import io.deskmeter.controller.store.TestDatabase.Opened;
import io.deskmeter.controller.store.TestDatabase.Unopened;
import io.deskmeter.controller.store.lease.SchemaRange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import org.flywaydb.core.Flyway;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;

/** Controllers of several versions with one store. */
@Tag("slow")
class SchemaOfStoreTest {
    private static final Duration RENEWED = Duration.ofSeconds(25);
    private static final String EARLIER = "27";

    /** As a later version leaves it in the history of the tables. */
    private static final String LATER = """
            insert into "flyway_schema_history" ("installed_rank", "version", "description", "type", "script", "checksum",
                "installed_by", "execution_time", "success")
            select max("installed_rank") + 1, '999', 'later', 'SQL', 'V999__later.sql', 1, 'x', 1, true
            from "flyway_schema_history"\
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private static void execute(String url, String sql) throws Exception {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    void aControllerWhoseStoreIsBroughtToALaterVersionEndsItsRunsAndBeginsNone() throws Exception {
        String url = TestDatabase.url();
        try (SharedControllers controllers = new SharedControllers(folder, url)) {
            ControllerServer server = controllers.start(folder.resolve("data"));
            LinkPeer agent = controllers.working(server);
            execute(url, LATER);
            SharedControllers.awaitEndOfRun(agent, RENEWED);
            await().atMost(RENEWED)
                    .untilAsserted(() -> assertThat(controllers
                                    .get(server, "/actuator/health/liveness")
                                    .statusCode())
                            .isEqualTo(503));
            assertThat(SharedControllers.text(controllers.begin(server), "detail"))
                    .contains("its tables are of version 999 (expected: at most ");
        }
    }

    private static void live(JdbcTemplate jdbc, String columns, String values) {
        jdbc.update("insert into controller (id, instance, name, renewed_at" + columns
                + ") values ('other', 'i', 'host:/other', current_timestamp" + values + ")");
    }

    @Test
    void tablesAreNotChangedBesideAnEarlierControllerThatIsInUse() throws IOException {
        Unopened store = TestDatabase.POSTGRESQL.unopened(folder);
        store.flyway(EARLIER).migrate();
        live(store.jdbc(), "", "");
        assertThatThrownBy(store::open)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("host:/other")
                .hasMessageContaining("version " + EARLIER)
                .hasMessageContaining("(expected: ")
                .hasMessageContaining("hint: ");
        assertThat(store.flyway(EARLIER).info().current().getVersion().getVersion())
                .isEqualTo(EARLIER);
        store.jdbc().update("update controller set renewed_at = renewed_at - interval '61' second");
        try (Opened opened = store.open()) {
            assertThat(opened.jdbc.queryForObject("select count(*) from controller", Integer.class))
                    .isEqualTo(1);
        }
    }

    @Test
    void onlyAControllerThatCanWorkWithTheNewTablesMayBeInUse() throws Exception {
        Path more = Files.createDirectory(folder.resolve("more"));
        Files.writeString(more.resolve("V999__more.sql"), "create table more (id integer)");
        try (Opened opened = TestDatabase.POSTGRESQL.open(folder.resolve("data"))) {
            Flyway later = Flyway.configure()
                    .dataSource(opened.source)
                    .locations("classpath:db/migration", "filesystem:" + more)
                    .load();
            StoreMigration migration = new StoreMigration(opened.identity, opened.location);
            live(opened.jdbc, ", schema_from, schema_to", ", '32', '32'");
            assertThatThrownBy(() -> migration.migrate(later))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("host:/other")
                    .hasMessageContaining("at most version 32");
            opened.jdbc.update("update controller set schema_to = '999'");
            migration.migrate(later);
            assertThat(opened.jdbc.queryForObject("select count(*) from more", Integer.class))
                    .isZero();
        }
    }

    private JdbcTemplate earlierH2(Path data) throws IOException {
        Unopened store = TestDatabase.H2.unopened(data);
        store.flyway(EARLIER).migrate();
        return store.jdbc();
    }

    @Test
    void theEarlierStateOfTheStoreIsKept() throws Exception {
        Path data = folder.resolve("data");
        JdbcTemplate before = earlierH2(data);
        before.update("insert into drained_agent (agent) values ('a')");
        try (Opened opened = TestDatabase.H2.open(data)) {
            opened.jdbc.update("delete from drained_agent");
        }
        assertThat(data.resolve("store-of-version-27.mv.db")).exists();
        JdbcDataSource kept = new JdbcDataSource();
        kept.setURL("jdbc:h2:" + data.resolve("store-of-version-27")
                + ";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;ACCESS_MODE_DATA=r");
        assertThat(new JdbcTemplate(kept).queryForObject("select agent from drained_agent", String.class))
                .isEqualTo("a");
        // Another start changes nothing.
        TestDatabase.H2.open(data).close();
        assertThat(data.resolve("store-of-version-27.mv.db")).exists();
    }

    @Test
    void aDiskWithoutRoomForTheCopyIsFoundBefore() throws Exception {
        Assumptions.assumeTrue(
                System.getProperty("user.name").equals("root"), "a small disk (expected: root, who may mount one)");
        Path data = Files.createDirectory(folder.resolve("small"));
        command("mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", data.toString());
        try {
            JdbcTemplate before = earlierH2(data);
            before.update("insert into drained_agent (agent) values ('a')");
            assertThatThrownBy(() -> TestDatabase.H2.open(data))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("is left as it is")
                    .hasMessageContaining("MB are free")
                    .hasMessageContaining("(expected: at least ");
            assertThat(data.resolve("store-migrating.mv.db")).doesNotExist();
            assertThat(data.resolve("store-of-version-27.mv.db")).doesNotExist();
            assertThat(before.queryForObject("select agent from drained_agent", String.class))
                    .isEqualTo("a");
            assertThat(SchemaRange.newest(Arrays.stream(TestDatabase.H2
                            .unopened(data)
                            .flyway(EARLIER)
                            .info()
                            .applied())))
                    .hasToString("Optional[" + EARLIER + "]");
        } finally {
            command("umount", "-l", data.toString());
        }
    }

    private static void command(String... words) throws Exception {
        assertThat(new ProcessBuilder(words).inheritIO().start().waitFor()).isZero();
    }
}
