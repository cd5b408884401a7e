package io.deskmeter.controller.store.engine;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * PostgreSQL. A row that comes a second time is left out, which {@code COPY} alone cannot do. So a few rows, as agents
 * send them, come as arrays in one statement; many are copied into a temporary table of the connection, and from there
 * into their own. Thread-safe.
 */
public final class PostgresEngine implements StoreEngine {
    /** The oldest version in which all statements were tried. */
    private static final int OLDEST_VERSION = 13;

    private static final String UNLESS_STORED = "on conflict do nothing returning run_id, session, sequence";

    /**
     * From here on the temporary table costs less than the arrays: {@code ./deskmeter bench ingest --batch N} measures
     * it.
     */
    public static final int MANY = 500;

    private final JdbcTemplate jdbc;
    private final StoreLocation location;
    private final Map<InsertTable, List<String>> types = new ConcurrentHashMap<>();

    public PostgresEngine(JdbcTemplate jdbc, StoreLocation location) {
        this.jdbc = jdbc;
        this.location = location;
    }

    /** What makes a row the same as another. */
    private record Key(String runId, int session, long sequence) {
        static Key of(@Nullable Object[] row) {
            return new Key(
                    String.valueOf(row[0]),
                    ((Number) requireNonNull(row[1])).intValue(),
                    ((Number) requireNonNull(row[2])).longValue());
        }
    }

    @Override
    public List<Integer> insert(InsertTable table, List<@Nullable Object[]> rows) {
        Set<Key> stored = requireNonNull(jdbc.execute((ConnectionCallback<Set<Key>>) connection ->
                rows.size() < MANY ? insertArrays(connection, table, rows) : copy(connection, table, rows)));
        List<Integer> fresh = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            // A row that the batch has twice was stored once.
            if (stored.remove(Key.of(rows.get(i)))) {
                fresh.add(i);
            }
        }
        return fresh;
    }

    /**
     * One array for each column: one statement for the server, which it has prepared, and no table to empty at the
     * commit.
     */
    private Set<Key> insertArrays(Connection connection, InsertTable table, List<@Nullable Object[]> rows)
            throws SQLException {
        List<String> columnTypes = types(connection, table);
        String arrays = columnTypes.stream().map(type -> "?").collect(Collectors.joining(", "));
        try (PreparedStatement insert =
                connection.prepareStatement(insert(table) + "select * from unnest(" + arrays + ") " + UNLESS_STORED)) {
            for (int i = 0; i < columnTypes.size(); i++) {
                int column = i;
                @Nullable
                Object[] values = rows.stream().map(row -> row[column]).toArray();
                insert.setArray(i + 1, connection.createArrayOf(columnTypes.get(i), values));
            }
            try (ResultSet keys = insert.executeQuery()) {
                return keys(keys);
            }
        }
    }

    /** As the database has them: a column that has only nulls does not tell its type. */
    private List<String> types(Connection connection, InsertTable table) throws SQLException {
        List<String> known = types.get(table);
        if (known != null) {
            return known;
        }
        try (Statement statement = connection.createStatement();
                ResultSet none = statement.executeQuery(
                        "select " + table.columnNames() + " from " + table.name() + " where false")) {
            ResultSetMetaData columns = none.getMetaData();
            List<String> found = new ArrayList<>();
            for (int i = 1; i <= columns.getColumnCount(); i++) {
                found.add(columns.getColumnTypeName(i));
            }
            types.put(table, List.copyOf(found));
            return found;
        }
    }

    private static String insert(InsertTable table) {
        return "insert into " + table.name() + " (" + table.columnNames() + ") ";
    }

    private static Set<Key> keys(ResultSet rows) throws SQLException {
        Set<Key> keys = new HashSet<>();
        while (rows.next()) {
            keys.add(new Key(rows.getString(1), rows.getInt(2), rows.getLong(3)));
        }
        return keys;
    }

    private static Set<Key> copy(Connection connection, InsertTable table, List<@Nullable Object[]> rows)
            throws SQLException {
        String batch = table.name() + "_batch";
        String columns = table.columnNames();
        try (Statement statement = connection.createStatement()) {
            // Belongs to the connection, and is empty again after each transaction.
            statement.execute("create temporary table if not exists " + batch + " on commit delete rows as select "
                    + columns + " from " + table.name() + " with no data");
            byte[] text = text(rows).getBytes(StandardCharsets.UTF_8);
            CopyIn copy = connection
                    .unwrap(PGConnection.class)
                    .getCopyAPI()
                    .copyIn("copy " + batch + " (" + columns + ") from stdin");
            try {
                copy.writeToCopy(text, 0, text.length);
                copy.endCopy();
            } finally {
                if (copy.isActive()) {
                    copy.cancelCopy();
                }
            }
            try (ResultSet keys = statement.executeQuery(
                    insert(table) + "select " + columns + " from " + batch + " " + UNLESS_STORED)) {
                return keys(keys);
            }
        }
    }

    /**
     * Text format of {@code COPY}: tabs between columns, a line for each row, a backslash before what would end either.
     */
    static String text(List<@Nullable Object[]> rows) {
        StringBuilder text = new StringBuilder(rows.size() * 160);
        for (@Nullable Object[] row : rows) {
            for (int i = 0; i < row.length; i++) {
                if (i > 0) {
                    text.append('\t');
                }
                Object value = row[i];
                if (value == null) {
                    text.append("\\N");
                } else if (value instanceof String string) {
                    escape(string, text);
                } else {
                    text.append(value);
                }
            }
            text.append('\n');
        }
        return text.toString();
    }

    private static void escape(String value, StringBuilder text) {
        for (int i = 0; i < value.length(); i++) {
            char character = value.charAt(i);
            switch (character) {
                case '\\' -> text.append("\\\\");
                case '\t' -> text.append("\\t");
                case '\n' -> text.append("\\n");
                case '\r' -> text.append("\\r");
                default -> text.append(character);
            }
        }
    }

    /** Nothing to do: a commit of PostgreSQL is on its disk, unless its administrator chose otherwise. */
    @Override
    public void force() {}

    @Override
    public long bytes() {
        Long bytes = jdbc.queryForObject("select pg_database_size(current_database())", Long.class);
        return bytes == null ? 0 : bytes;
    }

    @Override
    public String writeFailure(Throwable failure, String cause) {
        return "cannot write to the " + location.label() + ": " + cause
                + " (expected: a database that accepts connections and writes; hint: see its server's log)";
    }

    /**
     * Connects once, so that a controller that cannot start names the reason.
     *
     * @throws IOException with a message for people
     */
    static void check(StoreLocation location) throws IOException {
        int version;
        try (Connection connection = location.connect()) {
            version = connection.getMetaData().getDatabaseMajorVersion();
        } catch (SQLException e) {
            throw new IOException(
                    "--store: cannot connect to the " + location.label() + ": " + e.getMessage()
                            + " (expected: a database that this user may use; hint: createdb, and --store-password-file FILE)",
                    e);
        }
        if (version < OLDEST_VERSION) {
            throw new IOException("--store: " + location.label() + " has version " + version + " (expected: PostgreSQL "
                    + OLDEST_VERSION + " or newer)");
        }
    }
}
