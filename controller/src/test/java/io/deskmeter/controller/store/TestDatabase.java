package io.deskmeter.controller.store;

import io.deskmeter.controller.store.engine.H2Engine;
import io.deskmeter.controller.store.engine.PostgresEngine;
import io.deskmeter.controller.store.engine.ReadConnections;
import io.deskmeter.controller.store.engine.StoreEngine;
import io.deskmeter.controller.store.engine.StoreLocation;
import io.deskmeter.controller.store.engine.WriteTransactions;
import io.deskmeter.controller.store.folder.DataDirectory;
import io.deskmeter.controller.store.folder.DerivedFiles;
import io.deskmeter.controller.store.lease.ControllerIdentity;
import io.deskmeter.controller.store.result.ResultInserts;
import io.deskmeter.controller.store.result.SampleStore;
import io.deskmeter.controller.store.result.TimingStore;
import io.deskmeter.controller.store.run.RunStore;
import io.deskmeter.testsupport.postgres.PostgresServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.h2.jdbcx.JdbcDataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The databases that the store's tests run on. */
public enum TestDatabase {
    H2,
    POSTGRESQL;

    private static @Nullable PostgresServer server;

    /** An empty store with its tables, and the parts that the store's classes are made of. */
    public Opened open(Path folder) throws IOException {
        DataDirectory data = DataDirectory.take(folder);
        return this == H2 ? h2(data) : postgresql(data, url());
    }

    /** A PostgreSQL database that may be in use by another controller. */
    public Opened open(Path folder, String url) throws IOException {
        return postgresql(DataDirectory.take(folder), url);
    }

    /** A store of which a test decides what its tables are; nobody has opened it. */
    public Unopened unopened(Path folder) throws IOException {
        if (this == POSTGRESQL) {
            String url = url();
            return new Unopened(source(url), () -> open(folder, url));
        }
        JdbcDataSource source = new JdbcDataSource();
        try (DataDirectory data = DataDirectory.take(folder)) {
            source.setURL(data.jdbcUrl());
        }
        return new Unopened(source, () -> open(folder));
    }

    /** Opens a store. */
    public interface Opening {
        Opened open() throws IOException;
    }

    /** The database of a store, and how it is opened. */
    public record Unopened(DataSource source, Opening opening) {
        public Opened open() throws IOException {
            return opening.open();
        }

        public Flyway flyway(String version) {
            return Flyway.configure().dataSource(source).target(version).load();
        }

        public JdbcTemplate jdbc() {
            return new JdbcTemplate(source);
        }
    }

    private static Opened h2(DataDirectory data) throws IOException {
        try {
            StoreMigration.embedded(data);
        } catch (IOException | RuntimeException e) {
            data.close();
            throw e;
        }
        JdbcDataSource source = new JdbcDataSource();
        // One connection more than the store needs keeps the database open between two of its calls.
        source.setURL(data.jdbcUrl() + ";DB_CLOSE_DELAY=-1");
        return new Opened(data, source, StoreLocation.embedded(data), new H2Engine(new JdbcTemplate(source), data));
    }

    private static Opened postgresql(DataDirectory data, String url) throws IOException {
        DataSource source = source(url);
        StoreLocation location = StoreLocation.postgresql(url, null);
        return new Opened(data, source, location, new PostgresEngine(new JdbcTemplate(source), location));
    }

    /**
     * Its connections tell this URL, as those of a pool do. Those of the driver's own data source tell all defaults,
     * and Flyway takes a second to look for secrets in so long a text.
     */
    private static DataSource source(String url) {
        return new DriverManagerDataSource(url);
    }

    /** Of an empty PostgreSQL database; one server serves all tests of this process. */
    public static synchronized String url() {
        try {
            if (server == null) {
                PostgresServer started = PostgresServer.start(false);
                Runtime.getRuntime().addShutdownHook(new Thread(() -> close(started), "postgres-stop"));
                server = started;
            }
            return server.createDatabase();
        } catch (IOException e) {
            return Assumptions.abort(String.valueOf(e.getMessage()));
        }
    }

    private static void close(PostgresServer started) {
        try {
            started.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** An open store. */
    public static final class Opened implements AutoCloseable {
        public final DataDirectory data;
        public final DataSource source;
        public final StoreLocation location;
        public final StoreEngine engine;
        public final JdbcTemplate jdbc;
        public final JdbcClient client;
        public final WriteTransactions writes;
        public final ReadConnections reads;
        public final DerivedFiles derived;
        public final ControllerIdentity identity;

        private Opened(DataDirectory data, DataSource source, StoreLocation location, StoreEngine engine)
                throws IOException {
            this.data = data;
            this.source = source;
            this.location = location;
            this.engine = engine;
            try {
                this.identity = ControllerIdentity.of(data, location);
                new StoreMigration(identity, location)
                        .migrate(Flyway.configure().dataSource(source).load());
            } catch (IOException | RuntimeException e) {
                data.close();
                throw e;
            }
            this.jdbc = new JdbcTemplate(source);
            this.client = JdbcClient.create(source);
            this.writes = new WriteTransactions(new TransactionTemplate(new JdbcTransactionManager(source)), engine);
            this.reads = new ReadConnections(source);
            this.derived = new DerivedFiles(data);
        }

        public RunStore runs() {
            return new RunStore(client, writes, identity);
        }

        public ResultInserts inserts() {
            return new ResultInserts(writes, engine, derived);
        }

        public TimingStore timings() {
            return new TimingStore(jdbc, reads, writes, inserts());
        }

        public SampleStore samples() {
            return new SampleStore(reads, inserts());
        }

        /** Ends an embedded database at once; a server's goes on without anyone. */
        @Override
        public void close() throws IOException {
            if (!location.shared()) {
                jdbc.execute("shutdown immediately");
            }
            data.close();
        }
    }
}
