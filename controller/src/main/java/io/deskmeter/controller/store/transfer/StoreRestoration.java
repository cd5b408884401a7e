package io.deskmeter.controller.store.transfer;

import io.deskmeter.controller.store.engine.ColumnMapping;
import io.deskmeter.controller.store.engine.StoreLocation;
import io.deskmeter.controller.store.folder.DataDirectory;
import io.deskmeter.text.PeerText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * A store that is made from a backup: in a data folder under another name until it is complete, or in an empty
 * PostgreSQL database in one transaction. It is migrated to this version at the end.
 */
public final class StoreRestoration implements AutoCloseable {
    private final DataDirectory data;
    private final @Nullable StoreLocation shared;
    private final Connection connection;
    private final Set<String> tables;
    private final Set<String> inserted = new HashSet<>();

    private StoreRestoration(
            DataDirectory data, @Nullable StoreLocation shared, Connection connection, Set<String> tables) {
        this.data = data;
        this.shared = shared;
        this.connection = connection;
        this.tables = tables;
    }

    /**
     * Makes the tables.
     *
     * @param shared null for one in the data folder
     * @param schema the newest migration of the backup's tables
     * @throws IOException with a message for display: the database is not empty
     */
    public static StoreRestoration begin(DataDirectory data, @Nullable StoreLocation shared, String schema)
            throws IOException {
        if (shared != null) {
            shared.check();
        }
        Connection connection = null;
        try {
            connection = connect(data, shared);
            if (!StoreTable.all(connection).isEmpty()) {
                throw new IOException("store: " + label(data, shared)
                        + " has tables (expected: an empty database; hint: createdb, and name that one)");
            }
            flyway(data, shared).target(schema).load().migrate();
            List<String> tables = new ArrayList<>(StoreTable.all(connection));
            connection.setAutoCommit(false);
            Collections.reverse(tables);
            try (Statement statement = connection.createStatement()) {
                for (String table : tables) {
                    statement.execute("delete from " + table);
                }
            }
            if (shared == null) {
                connection.commit();
            }
            return new StoreRestoration(data, shared, connection, Set.copyOf(tables));
        } catch (SQLException e) {
            close(connection);
            throw StoreSnapshots.failed(label(data, shared), e);
        } catch (IOException | FlywayException e) {
            close(connection);
            throw e instanceof IOException known
                    ? known
                    : new IOException(
                            "store: " + label(data, shared) + ": its tables cannot be made: " + e.getMessage(), e);
        }
    }

    private static String label(DataDirectory data, @Nullable StoreLocation shared) {
        return shared == null ? data.store().toString() : shared.label();
    }

    private static Connection connect(DataDirectory data, @Nullable StoreLocation shared) throws SQLException {
        // It stays open between the connections of Flyway and this one.
        return shared == null ? DriverManager.getConnection(data.migratingUrl()) : shared.connect();
    }

    private static FluentConfiguration flyway(DataDirectory data, @Nullable StoreLocation shared) {
        return shared == null
                ? Flyway.configure().dataSource(data.migratingUrl(), null, null)
                : Flyway.configure().dataSource(shared.jdbcUrl(), null, shared.password());
    }

    /**
     * Inserts the rows of a table.
     *
     * @throws IOException with a message for display: there is no such table, or a row cannot be one of it
     */
    public void insert(String table, String file, InputStream lines) throws IOException {
        if (!tables.contains(table) || !inserted.add(table)) {
            throw new IOException(file + ": " + (tables.contains(table) ? "a second time" : "no table of that version")
                    + " (expected: the rows of one of its tables, once; hint: is the backup of another program?)");
        }
        try {
            TableLines.insert(
                    connection, StoreTable.of(connection, table), Set.of(), null, shared == null, file, lines);
        } catch (SQLException e) {
            throw StoreSnapshots.failed(label(data, shared), e);
        }
    }

    /**
     * Completes the store: a start finds it from now on, and only from now on.
     *
     * @param expected the id that the store must have
     */
    public void complete(Instant at, String expected) throws IOException {
        try {
            requireId(expected);
            continueNumbers();
            connection.commit();
            flyway(data, shared).load().migrate();
            try (var statement = connection.prepareStatement("update store_identity set restored_at = ?")) {
                statement.setObject(1, ColumnMapping.time(at));
                statement.executeUpdate();
            }
            // What was ended, revoked or used since the backup would come to life again.
            try (var statement = connection.createStatement()) {
                for (String table : List.of("login_session", "password_link", "api_token")) {
                    statement.executeUpdate("delete from " + table);
                }
                // Machines and controllers refer to the token with which they have joined.
                statement.executeUpdate("update join_token set withdrawn = true");
            }
            connection.commit();
            if (shared == null) {
                moveToItsPlace();
            }
        } catch (SQLException e) {
            throw StoreSnapshots.failed(label(data, shared), e);
        } catch (FlywayException e) {
            throw new IOException(
                    "store: " + label(data, shared) + ": cannot be brought to this version: " + e.getMessage(), e);
        }
    }

    private void requireId(String expected) throws SQLException, IOException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select id from store_identity")) {
            String found = row.next() ? row.getString(1) : "none";
            if (!found.equals(expected)) {
                throw new IOException("tables/store_identity.jsonl: " + PeerText.line(found) + " (expected: " + expected
                        + ", as the file says at its beginning)");
            }
        }
    }

    /** New rows get numbers after those of the backup. */
    private void continueNumbers() throws SQLException {
        for (String name : tables) {
            StoreTable table = StoreTable.of(connection, name);
            for (StoreTable.Column column : table.columns()) {
                if (column.generated()) {
                    try (Statement statement = connection.createStatement()) {
                        long next;
                        try (ResultSet row = statement.executeQuery(
                                "select coalesce(max(" + column.name() + "), 0) + 1 from " + name)) {
                            row.next();
                            next = row.getLong(1);
                        }
                        statement.execute(
                                "alter table " + name + " alter column " + column.name() + " restart with " + next);
                    }
                }
            }
        }
    }

    private void moveToItsPlace() throws SQLException, IOException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("shutdown compact");
        }
        try (FileChannel file = FileChannel.open(data.migrating(), StandardOpenOption.WRITE)) {
            file.force(true);
        }
        Files.move(data.migrating(), data.store(), StandardCopyOption.ATOMIC_MOVE);
        try (FileChannel folder = FileChannel.open(data.root(), StandardOpenOption.READ)) {
            folder.force(true);
        }
    }

    /** What is not complete is taken back, as far as the database does it. */
    @Override
    public void close() throws IOException {
        close(connection);
    }

    private static void close(@Nullable Connection connection) throws IOException {
        try {
            if (connection != null && !connection.isClosed()) {
                if (!connection.getAutoCommit()) {
                    connection.rollback();
                }
                connection.close();
            }
        } catch (SQLException e) {
            throw StoreSnapshots.failed("the restored store", e);
        }
    }
}
