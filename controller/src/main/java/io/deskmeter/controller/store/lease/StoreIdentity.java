package io.deskmeter.controller.store.lease;

import io.deskmeter.controller.store.engine.StoreLocation;
import io.deskmeter.controller.store.engine.WriteTransactions;
import io.deskmeter.controller.store.folder.DataDirectory;
import io.deskmeter.evidence.AtomicFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.UUID;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * The id of the store, and the data folder's file that names it: a data folder belongs to one store, because its
 * pictures belong to runs of that store. A controller does not start with another one.
 */
@Component
@DependsOnDatabaseInitialization
public final class StoreIdentity {
    private static final String TABLE = "store_identity";

    private final String id;
    private final boolean restored;

    /** Makes one for a new store, and tells a new data folder. */
    StoreIdentity(DataDirectory data, StoreLocation location, JdbcClient jdbc, WriteTransactions writes)
            throws IOException {
        writes.run(() -> jdbc.sql("insert into store_identity (place, id) values (1, :id) on conflict do nothing")
                .param("id", UUID.randomUUID().toString())
                .update());
        id = jdbc.sql("select id from store_identity").query(String.class).single();
        restored = jdbc.sql("select count(*) from store_identity where restored_at is not null")
                        .query(Integer.class)
                        .single()
                > 0;
        Path file = data.storeId();
        // After the row: a folder that named a store which does not know its id would be refused.
        AtomicFile.createPrivate(file, (id + "\n").getBytes(StandardCharsets.US_ASCII));
        if (!read(file).equals(id)) {
            throw new IOException(refusal(data, location, "is the store " + id));
        }
    }

    /** All controllers that share a store have the same id, and a copy of a store keeps it: it has the same runs. */
    public String text() {
        return id;
    }

    /** Whether it was once restored from a backup. Then agents may know of runs and sessions that it does not know. */
    public boolean isRestored() {
        return restored;
    }

    /**
     * Compares the store with that of the data folder before either is changed.
     *
     * @throws IOException with a message for display: it is another one, or cannot be read
     */
    public static void check(DataDirectory data, StoreLocation location) throws IOException {
        if (!Files.exists(data.storeId())) {
            checkKind(data, location);
            return;
        }
        if (!location.shared() && !Files.exists(data.store())) {
            throw new IOException(refusal(data, location, "is missing"));
        }
        try (Connection connection = location.connect()) {
            Optional<String> found = id(connection);
            if (!found.equals(Optional.of(read(data.storeId())))) {
                throw new IOException(refusal(
                        data,
                        location,
                        found.map(id -> "is the store " + id)
                                .orElse(isEmpty(connection) ? "is empty" : "was not opened since stores have an id")));
            }
        } catch (SQLException e) {
            throw new IOException(
                    "store: " + location.label() + " cannot be opened: " + e.getMessage()
                            + " (expected: a store that can be read; hint: restore it from a backup)",
                    e);
        }
    }

    /** A folder of an earlier version does not name its store, but has what only one kind of store leaves. */
    private static void checkKind(DataDirectory data, StoreLocation location) throws IOException {
        boolean embedded = Files.exists(data.store());
        boolean shared = Files.exists(data.controllerId());
        if (embedded != shared && location.shared() != shared) {
            throw new IOException("data directory: " + data.root() + " was used with "
                    + (shared ? "a PostgreSQL database" : data.store()) + ", and this start is with "
                    + (location.shared() ? "the " + location.label() : "a new store in the folder")
                    + " (expected: the store of the folder; hint: "
                    + (shared ? "--store URL" : "leave --store out") + ", or choose another --data; to change the store"
                    + " for good, move " + (shared ? data.controllerId() : data.store()) + " away)");
        }
    }

    private static String refusal(DataDirectory data, StoreLocation location, String what) throws IOException {
        return "data directory: " + data.root() + " belongs to the store " + read(data.storeId()) + ", and "
                + (location.shared() ? "the " + location.label() : data.store()) + " " + what
                + " (expected: the store of the folder; hint: "
                + (location.shared() ? "leave --store out or name that store" : "restore the file, or --store URL")
                + ", or choose another --data; to give the folder to another store for good, delete " + data.storeId()
                + ": what it has of runs that the other one does not know is kept)";
    }

    private static String read(Path file) throws IOException {
        return Files.readString(file).strip();
    }

    private static Optional<String> id(Connection connection) throws SQLException {
        if (!has(connection, TABLE)) {
            return Optional.empty();
        }
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select id from " + TABLE)) {
            return row.next() ? Optional.of(row.getString(1)) : Optional.empty();
        }
    }

    private static boolean isEmpty(Connection connection) throws SQLException {
        return !has(connection, "run");
    }

    private static boolean has(Connection connection, String table) throws SQLException {
        try (ResultSet tables = connection
                .getMetaData()
                .getTables(
                        connection.getCatalog(), connection.getSchema(), table, new String[] {"TABLE", "BASE TABLE"})) {
            return tables.next();
        }
    }
}
