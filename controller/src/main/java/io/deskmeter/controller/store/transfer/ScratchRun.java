package io.deskmeter.controller.store.transfer;

import io.deskmeter.controller.store.engine.H2Engine;
import io.deskmeter.controller.store.engine.ReadConnections;
import io.deskmeter.controller.store.engine.StoreEngine;
import io.deskmeter.controller.store.engine.ValueFreeErrors;
import io.deskmeter.controller.store.engine.WriteTransactions;
import io.deskmeter.controller.store.folder.DataDirectory;
import io.deskmeter.controller.store.folder.DerivedFiles;
import io.deskmeter.controller.store.result.EvidenceStore;
import io.deskmeter.controller.store.result.ResultInserts;
import io.deskmeter.controller.store.result.SampleStore;
import io.deskmeter.controller.store.result.TimingStore;
import io.deskmeter.controller.store.run.RunQueries;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.h2.jdbcx.JdbcDataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * A run from a file, in a database of its own that has the tables of the version which wrote the file, and is then
 * migrated: so a run is brought to this version by the same migrations as a store, and what cannot be read as a run is
 * found before the store is touched. For one thread.
 */
public final class ScratchRun implements AutoCloseable {
    private final String id;
    private final DataDirectory data;
    private final JdbcDataSource source;
    private final Connection connection;
    private final ReadConnections reads;
    private final RunQueries queries;
    private final TimingStore timings;
    private final SampleStore samples;
    private final DerivedFiles derived;
    private final EvidenceStore evidence;

    private ScratchRun(String id, DataDirectory data, JdbcDataSource source, Connection connection) {
        this.id = id;
        this.data = data;
        this.source = source;
        this.connection = connection;
        this.reads = new ReadConnections(source);
        JdbcTemplate jdbc = ValueFreeErrors.template(source);
        StoreEngine engine = new H2Engine(jdbc, data);
        WriteTransactions writes =
                new WriteTransactions(new TransactionTemplate(new JdbcTransactionManager(source)), engine);
        this.derived = new DerivedFiles(data);
        this.queries = new RunQueries(reads);
        ResultInserts inserts = new ResultInserts(writes, engine, derived);
        this.timings = new TimingStore(jdbc, reads, writes, inserts);
        this.samples = new SampleStore(reads, inserts);
        this.evidence = new EvidenceStore(JdbcClient.create(jdbc), reads, writes);
    }

    /**
     * Makes its tables.
     *
     * @param folder of its own, removed by the caller
     * @param schema the newest migration of the file's tables
     * @throws IOException with a message for display
     */
    public static ScratchRun create(Path folder, String schema, String id) throws IOException {
        DataDirectory data = DataDirectory.take(folder);
        try {
            JdbcDataSource source = new JdbcDataSource();
            source.setURL(data.jdbcUrl().replace("WRITE_DELAY=0", "WRITE_DELAY=1000")
                    + ";DB_CLOSE_DELAY=-1;CACHE_SIZE=16384");
            Flyway.configure().dataSource(source).target(schema).load().migrate();
            Connection connection = source.getConnection();
            connection.setAutoCommit(false);
            return new ScratchRun(id, data, source, connection);
        } catch (SQLException | FlywayException e) {
            data.close();
            throw new IOException("run file: no database for its rows in " + folder + ": " + e.getMessage(), e);
        }
    }

    /**
     * Inserts the rows of one of its tables.
     *
     * @throws IOException with a message for display
     */
    public void insert(String table, String file, InputStream lines) throws IOException {
        try {
            String column = table.equals("run") ? "id" : "run_id";
            TableLines.insert(
                    connection,
                    StoreTable.of(connection, table),
                    StoreSnapshots.left(table),
                    new TableLines.Given(column, id),
                    true,
                    file,
                    lines);
        } catch (SQLException e) {
            throw new IOException(
                    file + ": " + ValueFreeErrors.words(e) + " (expected: a table of the version that wrote the file)",
                    e);
        }
    }

    /** Brings the tables to this version. */
    public void migrate() throws IOException {
        try {
            Flyway.configure().dataSource(source).load().migrate();
        } catch (FlywayException e) {
            throw new IOException("run file: cannot be brought to this version: " + e.getMessage(), e);
        }
    }

    /** The id of the run. */
    public String id() {
        return id;
    }

    public RunQueries queries() {
        return queries;
    }

    public TimingStore timings() {
        return timings;
    }

    public SampleStore samples() {
        return samples;
    }

    public DerivedFiles derived() {
        return derived;
    }

    public EvidenceStore evidence() {
        return evidence;
    }

    /** The columns of a table here. */
    StoreTable table(String name) throws SQLException {
        return StoreTable.of(connection, name).byRun();
    }

    /** Passes the rows of a table on. */
    void forEach(StoreTable table, StoreTable.Rows rows) throws SQLException {
        boolean ofRun = table.name().equals("run");
        long unused = table.forEach(connection, id, rows);
        if (ofRun && unused != 1) {
            throw new SQLException("the run has " + unused + " rows");
        }
    }

    @Override
    public void close() throws IOException {
        try (DataDirectory folder = data;
                Statement statement = closing()) {
            reads.close();
            if (statement != null) {
                statement.execute("shutdown immediately");
            }
        } catch (SQLException e) {
            throw new IOException(
                    "run file: its database in " + data.root() + " cannot be closed: " + e.getMessage(), e);
        }
    }

    private @Nullable Statement closing() throws SQLException {
        return connection.isClosed() ? null : connection.createStatement();
    }
}
