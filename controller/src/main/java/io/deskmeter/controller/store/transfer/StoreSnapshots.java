package io.deskmeter.controller.store.transfer;

import io.deskmeter.controller.store.engine.StoreAccessException;
import io.deskmeter.controller.store.engine.StoreLocation;
import io.deskmeter.controller.store.engine.ValueFreeErrors;
import io.deskmeter.controller.store.retention.RunDeletion;
import java.io.IOException;
import java.io.OutputStream;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.flywaydb.core.api.MigrationVersion;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.stereotype.Component;

/**
 * The store as it is at one instant, while everything else goes on. Each snapshot has a connection of its own: it is
 * held while a client receives the rows, and readers and writers must not wait for that. Thread-safe.
 */
@Component
@DependsOnDatabaseInitialization
public final class StoreSnapshots {
    /** Who works on which run is of the processes that live, not of the rows. */
    static final Set<String> OF_PROCESSES = Set.of("controller");

    /** The tables of which an exported run has rows; none before one that it refers to. */
    public static final List<String> OF_RUN = ofRun();

    /** What an exported run leaves out: whose it is, and what this store alone has decided of it. */
    private static final Set<String> LEFT_OF_RUN =
            Set.of("id", "controller", "fence", "pinned", "deleted_at", "imported_at");

    private static final Set<String> LEFT_OF_ROWS = Set.of("run_id", "id");

    private final StoreLocation location;

    private static List<String> ofRun() {
        List<String> tables = new ArrayList<>(RunDeletion.LARGE_TABLES);
        tables.addAll(RunDeletion.TABLES);
        tables.add("run");
        Collections.reverse(tables);
        return List.copyOf(tables);
    }

    StoreSnapshots(StoreLocation location) {
        this.location = location;
    }

    /** The store as it is now. Close it soon: the database keeps what is replaced meanwhile. */
    public Snapshot open() throws IOException {
        try {
            return new Snapshot(location.connect());
        } catch (SQLException e) {
            throw failed(location.label(), e);
        }
    }

    static IOException failed(String store, SQLException e) {
        return new StoreAccessException(
                "store: " + store + ": cannot be read or written: " + ValueFreeErrors.words(e)
                        + " (expected: a database that answers; hint: see the log, and that of its server)",
                e);
    }

    static Set<String> left(String table) {
        return table.equals("run") ? LEFT_OF_RUN : LEFT_OF_ROWS;
    }

    /** Rows as lines of JSON, see {@link TableLines}. For one thread. */
    public final class Snapshot implements AutoCloseable {
        private final Connection connection;
        private final String schema;

        private Snapshot(Connection connection) throws IOException {
            this.connection = connection;
            try {
                connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
                connection.setAutoCommit(false);
                // The first question fixes the instant.
                this.schema = StoreSnapshots.schema(connection);
            } catch (SQLException e) {
                close();
                throw failed(location.label(), e);
            }
        }

        /** The newest migration of its tables. */
        public String schema() {
            return schema;
        }

        /** The id of the store. */
        public String storeId() throws IOException {
            return text("select id from store_identity");
        }

        /** Whether there is such a run, and it is not being deleted. */
        public boolean hasRun(String runId) throws IOException {
            try (PreparedStatement statement =
                    connection.prepareStatement("select 1 from run where id = ? and deleted_at is null")) {
                statement.setString(1, runId);
                try (ResultSet row = statement.executeQuery()) {
                    return row.next();
                }
            } catch (SQLException e) {
                throw failed(location.label(), e);
            }
        }

        /** The tables that a backup has; none before one that it refers to. */
        public List<String> tables() throws IOException {
            try {
                List<String> tables = new ArrayList<>(StoreTable.all(connection));
                tables.removeAll(OF_PROCESSES);
                return tables;
            } catch (SQLException e) {
                throw failed(location.label(), e);
            }
        }

        /** Writes all rows of a table. */
        public void write(String table, OutputStream out) throws IOException {
            write(table, null, Set.of(), out);
        }

        /** Writes the rows of a run. */
        public void write(String table, String runId, OutputStream out) throws IOException {
            write(table, runId, left(table), out);
        }

        private void write(String name, @Nullable String runId, Set<String> left, OutputStream out) throws IOException {
            try {
                StoreTable described = StoreTable.of(connection, name);
                StoreTable table = runId == null ? described : described.byRun();
                TableLines.Writer writer = new TableLines.Writer(table, left, out);
                table.forEach(connection, runId, row -> {
                    try {
                        writer.row(row);
                    } catch (IOException e) {
                        throw new NotWritten(e);
                    }
                });
            } catch (NotWritten e) {
                throw e.cause;
            } catch (SQLException e) {
                throw failed(location.label(), e);
            }
        }

        /** A file of a run. */
        public record Picture(String runId, String name) {}

        /** Gets the name of a picture, or of a sound, and its run. */
        public interface Pictures {
            void picture(String runId, String name) throws IOException;
        }

        /**
         * Passes all pictures on, by run and name, but those of runs that are being deleted.
         *
         * @param onlyOf a run; null for all
         */
        public void forEachPicture(@Nullable String onlyOf, Pictures consumer) throws IOException {
            try (Statement statement = connection.createStatement()) {
                Set<String> deleted = new HashSet<>();
                try (ResultSet rows = statement.executeQuery("select id from run where deleted_at is not null")) {
                    while (rows.next()) {
                        deleted.add(rows.getString(1));
                    }
                }
                StoreTable evidence = StoreTable.of(connection, "evidence");
                StoreTable names = new StoreTable(
                        evidence.name(),
                        List.of(evidence.column("run_id"), evidence.column("name")),
                        List.of("run_id", "name"));
                names.forEach(connection, onlyOf, row -> {
                    String run = String.valueOf(row[0]);
                    if (!deleted.contains(run)) {
                        try {
                            consumer.picture(run, String.valueOf(row[1]));
                        } catch (IOException e) {
                            throw new NotWritten(e);
                        }
                    }
                });
            } catch (NotWritten e) {
                throw e.cause;
            } catch (SQLException e) {
                throw failed(location.label(), e);
            }
        }

        private String text(String query) throws IOException {
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery(query)) {
                return row.next() ? String.valueOf(row.getString(1)) : "";
            } catch (SQLException e) {
                throw failed(location.label(), e);
            }
        }

        @Override
        public void close() throws IOException {
            try {
                connection.close();
            } catch (SQLException e) {
                throw failed(location.label(), e);
            }
        }
    }

    /** Carries a failure of the file out of the loop over rows. */
    private static final class NotWritten extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient IOException cause;

        private NotWritten(IOException cause) {
            super(cause);
            this.cause = cause;
        }
    }

    /** The newest migration that a store has had; empty if none. */
    static String schema(Connection connection) throws SQLException {
        MigrationVersion newest = MigrationVersion.fromVersion("0");
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "select \"version\" from \"flyway_schema_history\" where \"success\" and \"version\" is not null")) {
            while (rows.next()) {
                MigrationVersion version = MigrationVersion.fromVersion(rows.getString(1));
                newest = version.compareTo(newest) > 0 ? version : newest;
            }
        }
        return newest.getVersion();
    }
}
