package io.deskmeter.controller.store.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.zaxxer.hikari.HikariDataSource;
import io.deskmeter.controller.run.port.RunJournal.JournalException;
import io.deskmeter.controller.store.folder.DataDirectory;
import io.deskmeter.controller.store.folder.FailStopFiles;
import io.deskmeter.evidence.StorageFault;
import io.deskmeter.testsupport.SmallDisk;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.h2.engine.Engine;
import org.h2.engine.SessionLocal;
import org.h2.jdbc.JdbcConnection;
import org.h2.mvstore.MVStore;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

@Tag("slow")
class StorePoolsTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    private final StorePools pools = new StorePools();

    static {
        FailStopFiles.register();
    }

    private String url() {
        return "jdbc:h2:" + FailStopFiles.PREFIX + "async:" + folder.resolve("store");
    }

    private HikariDataSource pool(String name) {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(url());
        pool.setPoolName(name);
        pool.setMaximumPoolSize(1);
        pool.setConnectionTimeout(1_000);
        return pools.add(pool);
    }

    private static boolean answers(HikariDataSource pool) {
        try (Connection connection = pool.getConnection()) {
            ask(connection);
            return true;
        } catch (SQLException e) {
            return false;
        }
    }

    private static void ask(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet one = statement.executeQuery("select 1")) {
            assertThat(one.next()).isTrue();
        }
    }

    /** As H2 does it when a write fails. */
    private static void closeStore(Connection connection) throws SQLException {
        ((SessionLocal) connection.unwrap(JdbcConnection.class).getSession())
                .getDatabase()
                .shutdownImmediately();
        assertThatThrownBy(() -> ask(connection)).isInstanceOf(SQLException.class);
    }

    @Test
    void allPoolsOpenAStoreAgainThatHasClosedItself() throws Exception {
        try (HikariDataSource writers = pool("writers");
                HikariDataSource readers = pool("readers")) {
            assertThat(answers(readers)).isTrue();
            try (Connection writer = writers.getConnection()) {
                closeStore(writer);
            }
            Awaitility.await().atMost(SOON).until(() -> answers(readers) && answers(writers));
        }
    }

    /**
     * Several pools try to open a store on a full disk at the same time. H2 (2.4, {@code Engine.openSession}) may
     * forget the one that opens it at last, because another one that waited has failed meanwhile.
     */
    @Test
    void allPoolsOpenAStoreThatOnlyOneOfThemStillKnows() throws Exception {
        try (HikariDataSource writers = pool("writers");
                HikariDataSource readers = pool("readers")) {
            assertThat(answers(readers)).isTrue();
            Method forget = Engine.class.getDeclaredMethod("close", String.class);
            forget.setAccessible(true);
            forget.invoke(null, FailStopFiles.PREFIX + "async:" + folder.resolve("store"));
            Awaitility.await().atMost(SOON).until(() -> answers(writers) && answers(readers));
        }
    }

    /** Reproducer: opened on a full disk again and again, a file of H2 became corrupt. */
    @Test
    void aStoreThatHasClosedItselfIsNotOpenedBeforeThereIsRoom() throws Exception {
        assumeTrue(SmallDisk.isPossible(), "only root can mount a small disk");
        try (SmallDisk disk = SmallDisk.mount(folder, 48);
                HikariDataSource writers = pool("writers")) {
            assertThat(answers(writers)).isTrue();
            disk.fill();
            assertThat(answers(writers)).as("one that is open").isTrue();
            try (Connection writer = writers.getConnection()) {
                closeStore(writer);
            }
            for (int i = 0; i < 5; i++) {
                assertThatThrownBy(writers::getConnection)
                        .hasStackTraceContaining("No space left on the disk of " + folder)
                        .matches(failure -> StorageFault.of(failure) == StorageFault.SPACE);
            }
            disk.free();
            Awaitility.await().atMost(SOON).until(() -> answers(writers));
        }
    }

    private static MVStore store(Connection connection) throws SQLException {
        return ((SessionLocal) connection.unwrap(JdbcConnection.class).getSession())
                .getDatabase()
                .getStore()
                .getMvStore();
    }

    /** As a failed write of H2 can leave it. */
    private static void countOneUserTooFew(MVStore store) {
        MVStore.TxCounter used = store.registerVersionUsage();
        store.deregisterVersionUsage(used);
        store.deregisterVersionUsage(used);
    }

    @Test
    void aWriteEndsWhenH2HasLostCountOfItsUsers() throws Exception {
        try (DataDirectory data = DataDirectory.take(folder);
                HikariDataSource writers = pool("writers")) {
            JdbcClient client = JdbcClient.create(writers);
            WriteTransactions writes = new WriteTransactions(
                    new TransactionTemplate(new JdbcTransactionManager(writers)),
                    new H2Engine(new JdbcTemplate(writers), data),
                    Optional::empty,
                    pools::broken);
            client.sql("create table note (id int)").update();
            CompletableFuture<Void> write = CompletableFuture.runAsync(() -> writes.run(() -> {
                client.sql("insert into note values (1)").update();
                client.sql("select 1")
                        .query((row, number) -> {
                            countOneUserTooFew(store(row.getStatement().getConnection()));
                            return number;
                        })
                        .list();
                client.sql("insert into note values (2)").update();
            }));
            assertThatThrownBy(() -> write.get(SOON.toSeconds(), TimeUnit.SECONDS))
                    .hasCauseInstanceOf(JournalException.class)
                    .hasMessageContaining("closed itself");
            Awaitility.await().atMost(SOON).until(() -> answers(writers));
            assertThat(client.sql("select count(*) from note")
                            .query(Integer.class)
                            .single())
                    .as("all or nothing")
                    .isZero();
        }
    }

    /** The tests themselves run with all assertions. */
    @Test
    void theControllerHasH2CheckItself() throws Exception {
        URL h2 = MVStore.class.getProtectionDomain().getCodeSource().getLocation();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {h2}, ClassLoader.getPlatformClassLoader())) {
            loader.setDefaultAssertionStatus(false);
            StoreLocation.checkAssertions(loader);
            assertThat(loader.loadClass(MVStore.class.getName()).desiredAssertionStatus())
                    .isTrue();
        }
    }
}
